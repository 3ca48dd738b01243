import { Problem } from '@millwright/contract/problem'

/** The refusal when a database cannot be asked at all; `where` names host and port, or the file (docs/wire/databases.md). */
export function unavailable(where: string, reason: string): Problem {
  return new Problem(503, `The database ${where} cannot be used now: ${reason}`)
}
