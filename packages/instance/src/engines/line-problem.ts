import { Problem } from '@millwright/contract/problem'
import { connectionLost, lineReason } from '../platform/network-error.ts'
import { unavailable } from './unavailable.ts'

/** The refusal for a failure of the line to a server; errors that are none are our own, and pass. */
export function lineProblem(error: Error, where: string): unknown {
  const reason = lineReason(error) ?? (texts.test(error.message) ? connectionLost : null)
  return reason === null ? error : unavailable(where, reason)
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
