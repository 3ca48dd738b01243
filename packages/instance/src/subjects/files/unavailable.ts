import { Problem } from '@millwright/contract/problem'
import { lineReason } from '../../platform/network-error.ts'

/** The refusal when a server that keeps files cannot be asked at all; `where` says what it is, with host and port. */
export function unavailable(where: string, reason: string, cause?: unknown): Problem {
  return new Problem(503, `The ${where} cannot be used now: ${reason}`, { cause })
}

/** The refusal for an error of the line to such a server; null for errors of another kind. */
export function unavailableBy(error: unknown, where: string): Problem | null {
  const reason = error instanceof Error ? lineReason(error) : null
  return reason === null ? null : unavailable(where, reason, error)
}

export const refusals = {
  /** There is something where something else should go. */
  exists: (path: string) => new Problem(400, `The file or folder '${path}' already exists.`),
  folderThere: (path: string) => new Problem(409, `There is a folder where the file '${path}' should go.`),
  notFolder: (path: string) => new Problem(409, `'${path}' is a file and not a folder.`),
  noName: (path: string) => new Problem(400, `'${path}' is not a valid name of a file or folder.`),
  missing: (path: string) => new Problem(404, `There is no '${path}'.`),
  full: () => new Problem(507, 'There is not enough disk space for the file.'),
  denied: (where: string, path: string) => new Problem(403, `The ${where} denies access to '${path}'.`),
}
