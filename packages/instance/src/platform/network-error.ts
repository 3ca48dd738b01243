/** What Node reports of a line, in words; the rest counts as lost. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers there.',
  ENOENT: 'there is no such socket.',
  ENOTFOUND: 'no machine of that name is known.',
  EAI_AGAIN: 'its name could not be looked up.',
  EHOSTUNREACH: 'the machine cannot be reached.',
  ENETUNREACH: 'the machine cannot be reached.',
  ETIMEDOUT: 'it does not answer.',
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
  if (untrusted.test(code)) return 'no encrypted connection that can be trusted could be made.'
  return lost.has(code) ? connectionLost : null
}

export const connectionLost = 'the connection was lost.'
