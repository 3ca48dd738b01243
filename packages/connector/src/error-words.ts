/** Returns the message of anything that was thrown, for logs. */
export function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error)
  } catch {
    return 'something without a text was thrown'
  }
}

/** Returns the error with its stack, for logs. */
export const stackOf = (error: unknown): string =>
  (error instanceof Error ? error.stack : undefined) ?? messageOf(error)

/** Messages by Node's error code; other codes count as a lost connection. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused.',
  ENOENT: 'there is no such socket.',
  ENOTFOUND: 'the host name is unknown.',
  EAI_AGAIN: 'the host name could not be resolved.',
  EHOSTUNREACH: 'the host is unreachable.',
  ENETUNREACH: 'the host is unreachable.',
  ETIMEDOUT: 'it does not respond.',
  EACCES: 'access is denied.',
}

const lost = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ESOCKET', 'EINVALIDSTATE', 'PROTOCOL_CONNECTION_LOST'])

/** Codes of untrusted certificates, and of peers that do not speak TLS. */
const untrusted = /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HANDSHAKE_)/

/** Returns why a server is unreachable, as half a sentence, or `null` if the error is not a network error. */
export function lineReason(error: Error): string | null {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const reason = reasons[code]
  if (reason !== undefined) return reason
  if (untrusted.test(code)) return 'no trusted TLS connection could be established.'
  return lost.has(code) ? connectionLost : null
}

export const connectionLost = 'the connection was lost.'
