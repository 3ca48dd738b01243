/** What Node reports of a line, in words; the rest counts as lost. */
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

/** Certificates that Node does not trust, and talk that is no TLS. */
const untrusted = /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HANDSHAKE_)/

/** Half a sentence on why a server cannot be spoken to; null for errors that are not of the line. */
export function lineReason(error: Error): string | null {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const reason = reasons[code]
  if (reason !== undefined) return reason
  if (untrusted.test(code)) return 'no trusted TLS connection could be established.'
  return lost.has(code) ? connectionLost : null
}

export const connectionLost = 'the connection was lost.'
