import { Problem } from '@millwright/contract/problem'
import { lineReason } from '../error-words.ts'

/** Creates the error for an unreachable storage server. `where`: its name with host and port. */
export function unavailable(where: string, reason: string, cause?: unknown): Problem {
  return new Problem(503, `The ${where} cannot be used now: ${reason}`, { cause })
}

/** Creates the error for a connection failure, or returns `null` for other errors. */
export function unavailableBy(error: unknown, where: string): Problem | null {
  const reason = error instanceof Error ? lineReason(error) : null
  return reason === null ? null : unavailable(where, reason, error)
}

export const refusals = {
  /** The target exists already. */
  exists: (path: string) => new Problem(400, `The file or folder '${path}' already exists.`),
  folderThere: (path: string) => new Problem(409, `There is a folder where the file '${path}' should go.`),
  notFolder: (path: string) => new Problem(409, `'${path}' is a file and not a folder.`),
  noName: (path: string) => new Problem(400, `'${path}' is not a valid name of a file or folder.`),
  missing: (path: string) => new Problem(404, `There is no '${path}'.`),
  full: () => new Problem(507, 'There is not enough disk space for the file.'),
  denied: (where: string, path: string) => new Problem(403, `The ${where} denies access to '${path}'.`),
}
