import { Problem } from '@millwright/contract/problem'

const codes = new Set<unknown>(['ENOSPC', 'EDQUOT'])

/** Returns whether the operating system reported a full disk or an exceeded quota; databases use their own error codes. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && codes.has(error.code)
}

/** Returns the error for a change that does not fit into `where`, such as "this instance" (docs/wire/errors.md). */
export function noRoom(where: string, cause?: unknown): Problem {
  return new Problem(507, `The disk of ${where} is full. What was there before can still be read.`, { cause })
}
