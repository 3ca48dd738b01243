import { Problem } from '@millwright/contract/problem'
import { connectionLost } from '../../../platform/network-error.ts'
import { refusals, unavailable, unavailableBy } from '../unavailable.ts'

/** The code of a server's refusal; null for errors of another kind. */
export function replyOf(error: unknown): number | null {
  const code: unknown = error instanceof Error && error.name === 'FTPError' ? Reflect.get(error, 'code') : undefined
  return typeof code === 'number' ? code : null
}

/** There is nothing like that, or it may not be done: servers have one code for both. */
export const isAbsent = (error: unknown): boolean => replyOf(error) === 550

/** A server's refusal of what is done at a path, and failures of the line, as refusals of ours. */
export function ftpProblem(error: unknown, where: string, path: string): unknown {
  if (error instanceof Problem || !(error instanceof Error)) return error
  const code = replyOf(error)
  if (code === null) {
    if (error.message.startsWith('Timeout')) return unavailable(where, 'it does not respond.')
    return unavailableBy(error, where) ?? unavailable(where, connectionLost)
  }
  switch (code) {
    case 421:
      return unavailable(where, 'it does not accept more connections.')
    case 452:
    case 552:
      return refusals.full()
    case 501:
    case 553:
      return refusals.noName(path)
    case 530:
    case 532:
    case 550:
      return refusals.denied(where, path)
    default:
      return unavailable(where, `it refused (${error.message}).`)
  }
}
