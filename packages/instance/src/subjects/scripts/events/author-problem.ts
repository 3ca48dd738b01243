import { decide } from '../../../access/decide.ts'
import { rowFilters } from '../../../access/row-filter.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import type { Authority, Caller } from '../../../request/caller.ts'

/** Services whose events have to do with who people are and what they may. */
const guarded: ReadonlySet<string> = new Set(['system', 'user'])

/** Whether scripts at events of a service, by its name in any case, are for full administrators alone. */
export const isGuarded = (service: string): boolean => guarded.has(service.toLowerCase())

/**
 * Why a script has no part in a call that its author could not make, or whose rows the author does not see; null: it has. A
 * script sees a call and can change it, which is nothing less than making it (docs/wire/scripts.md).
 */
export function authorProblem(
  { author, caller }: Authority,
  call: Pick<ApiRequest, 'verb' | 'service' | 'resource'> & { readonly caller: Caller },
): string | null {
  if (isGuarded(call.service))
    return 'Its author is not a full administrator, and this is an event of the service system or user.'
  const asked = { ...call, requestor: 'API' as const, caller }
  if (!decide(asked, []).allowed)
    return 'Its author is not allowed to make this request, so the script does not run for it.'
  const isOwn = author.userId !== null && author.userId === call.caller.user?.id
  return isOwn || rowFilters(caller, asked).length === 0
    ? null
    : 'Its author may see only some of these rows, so the script does not run for requests of others.'
}
