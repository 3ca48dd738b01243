import { Problem } from '@millwright/contract/problem'

/** Returns a strong ETag that differs after every change of the record or its nested rows (docs/wire/requests.md). */
export function etagOf(key: number | string, revision: unknown): string {
  return `"${typeof key === 'number' ? key : encodeURIComponent(key)}-${Number(revision)}"`
}

/** Returns whether `If-Match` allows a change of a record in this state; compressing proxies prefix a `W/`. */
export function matches(ifMatch: string | undefined, etag: string): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true
  return ifMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
}

/** Thrown inside the transaction; the current record is added to its context after the rollback. */
export class Stale extends Problem {
  constructor(context: unknown = null, etag: string | null = null) {
    const headers = etag === null ? {} : { etag }
    super(412, 'The record was changed by someone else since it was read.', { context, headers })
  }
}
