import { noRoom } from '@millwright/connector/disk-full'
import type { Outage } from '@millwright/connector/engine/problems'
import { Problem } from '@millwright/contract/problem'

/** Returns the error for a call while the instance's own database is unavailable (docs/reliability.md). */
export function storeProblem({ kind }: Outage, cause: unknown): Problem {
  switch (kind) {
    case 'unavailable':
      return unavailable('The database of this instance cannot be reached at the moment.', cause)
    case 'too-slow':
      return unavailable('The database of this instance did not respond in time.', cause)
    case 'disk-full':
      return noRoom('this instance', cause)
  }
}

/** Returns a 503 with `Retry-After`. */
export function unavailable(message: string, cause: unknown): Problem {
  return new Problem(503, message, { headers: { 'Retry-After': '1' }, cause })
}

/** For work triggered by a change, which is announced again once the database is back. */
export function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof Problem && error.status === 503)) throw error
}
