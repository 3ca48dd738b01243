import { Problem } from '@millwright/contract/problem'
import type { Registered } from './registry.ts'

/** Runs work whose requests to a service are one transaction. Throws a 422 if the service has none. */
export async function inWhole<T>(
  found: Registered | null,
  work: () => Promise<T>,
  how: { readonly keeps: boolean },
): Promise<T> {
  if (found?.service.whole === undefined) throw new Problem(422, `'${found?.row.name}' has no transactions.`)
  return found.service.whole(work, how)
}
