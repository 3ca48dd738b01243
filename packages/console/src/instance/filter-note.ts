import { asTextFilter } from '@millwright/contract/filter/as-text'
import { hasFeature, useEnvironment } from './environment.ts'
import { t } from './messages.ts'
import { quotesFeature } from './text-filters.ts'

/** What people should know of the answer to a filter; null when it says just what was asked. */
export function useFilterNote(filter: string | null): string | null {
  const exact = hasFeature(useEnvironment(), quotesFeature)
  return !exact && filter !== null && asTextFilter(filter).wider ? t.mayFindMore : null
}
