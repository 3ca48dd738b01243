import { decide } from '../../../../access/decide.ts'
import { isGuarded } from '../../../../access/required-rights.ts'
import { rowFilters } from '../../../../access/row-filter.ts'
import type { ApiRequest } from '../../../../request/api-request.ts'
import type { Authority, Caller } from '../../../../request/caller.ts'

/**
 * Why a script is skipped for a request: its author could not make the request, or has row filters on it. `null` if it runs. A
 * script can read and change a request, which equals making it (docs/wire/scripts.md).
 */
export function authorProblem(
  { author, caller }: Authority,
  call: Pick<ApiRequest, 'verb' | 'service' | 'resource'> & { readonly caller: Caller },
): string | null {
  if (isGuarded(call.service))
    return 'Its author is not a full administrator, and this is an event of the service system or user.'
  const authorCall = { ...call, requestor: 'API' as const, caller }
  if (!decide(authorCall, []).allowed)
    return 'Its author is not allowed to make this request, so the script does not run for it.'
  const isOwn = author.userId !== null && author.userId === call.caller.user?.id
  return isOwn || rowFilters(caller, authorCall).length === 0
    ? null
    : 'Its author may see only some of these rows, so the script does not run for requests of others.'
}
