import { refusals, unavailable, unavailableBy } from '@millwright/connector/files/unavailable'
import { connectionLost } from '@millwright/connector/network-error'
import { Problem } from '@millwright/contract/problem'

/** Returns the server's reply code, or `null` for other errors. */
export function replyOf(error: unknown): number | null {
  const code: unknown = error instanceof Error && error.name === 'FTPError' ? Reflect.get(error, 'code') : undefined
  return typeof code === 'number' ? code : null
}

/** Servers use the same code for missing files and for missing permissions. */
export const isAbsent = (error: unknown): boolean => replyOf(error) === 550

/** Maps a server's error reply for a path, or a network failure, to a `Problem`. */
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
