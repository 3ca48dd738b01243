import { Problem } from '@millwright/contract/problem'

const codes = new Set<unknown>(['ENOSPC', 'EDQUOT'])

/** Whether the operating system had no room on a disk, or no more that one may use of it; databases tell it in words of their own. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && codes.has(error.code)
}

/** The refusal of a change for which `where`, such as "this instance", has no room (docs/wire/errors.md). */
export function noRoom(where: string, cause?: unknown): Problem {
  return new Problem(507, `The disk of ${where} is full. What was there before can still be read.`, { cause })
}
