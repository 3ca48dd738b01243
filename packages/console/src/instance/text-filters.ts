import { isMisparsed } from '@millwright/contract/filter/as-text'
import { InstanceError } from './instance-error.ts'
import { t } from './messages.ts'

/** Announced by servers that respect quotes in filters; others split filters as text. */
export const quotesFeature = 'filter-quotes'

/** The error with its likely reason, if such a server could not split a filter with this value. */
export function filterRefusal(error: InstanceError, filter: unknown): InstanceError {
  if (typeof filter !== 'string' || ![400, 500].includes(error.status) || !isMisparsed(filter)) return error
  return new InstanceError(t.valueTakenApart, { status: error.status, code: error.code, cause: error })
}
