import { isTakenApart } from '@millwright/contract/filter/as-text'
import { InstanceError } from './instance-error.ts'
import { t } from './messages.ts'

/** What a server announces that leaves alone what stands in quotes in a filter; others take filters apart as text. */
export const quotesFeature = 'filter-quotes'

/** The refusal with its reason, where such a server stumbled over a value. */
export function filterRefusal(error: InstanceError, filter: unknown): InstanceError {
  if (typeof filter !== 'string' || ![400, 500].includes(error.status) || !isTakenApart(filter)) return error
  return new InstanceError(t.valueTakenApart, { status: error.status, code: error.code, cause: error })
}
