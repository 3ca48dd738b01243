import { Problem } from '@millwright/contract/problem'
import type { Outage } from '../engines/problems.ts'
import { noRoom } from '../platform/disk-full.ts'

/** The refusal of a call for which the instance's own database cannot be asked (docs/reliability.md). */
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

/** A refusal with 503 that tells when to try again. */
export function unavailable(message: string, cause: unknown): Problem {
  return new Problem(503, message, { headers: { 'Retry-After': '1' }, cause })
}

/** For work after a change, which a database that was unavailable announces anew once it is back. */
export function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof Problem && error.status === 503)) throw error
}
