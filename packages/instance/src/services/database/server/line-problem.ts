import { Problem } from '@millwright/contract/problem'
import { unavailable } from '../unavailable.ts'

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

/** The refusal for a failure of the line to a server; errors that are none are our own, and pass. */
export function lineProblem(error: Error, where: string): unknown {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const reason = reasons[code]
  if (reason !== undefined) return unavailable(where, reason)
  if (untrusted.test(code)) return unavailable(where, 'no encrypted connection that can be trusted could be made.')
  if (lost.has(code) || texts.test(error.message)) return unavailable(where, 'the connection was lost.')
  return error
}

/** The drivers give these no code. */
const texts =
  /^(?:Connection terminated|Client has encountered a connection error|Can't add new command when connection is in closed state)/

/** The refusal when a server takes too long to greet. */
export function connectTimeout(where: string): Problem {
  return unavailable(where, 'it does not answer.')
}

/** The refusal when a statement was given up. */
export function tooSlow(where: string): Problem {
  return new Problem(504, `The database ${where} took too long for one statement, which was given up.`)
}
