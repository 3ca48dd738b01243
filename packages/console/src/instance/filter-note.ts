import { asTextFilter } from '@millwright/contract/filter/as-text'
import { hasFeature, useEnvironment } from './environment.ts'
import { t } from './messages.ts'
import { quotesFeature } from './text-filters.ts'

/** A note about how a server applied a filter; `null` if it applied it exactly. */
export function useFilterNote(filter: string | null): string | null {
  const exact = hasFeature(useEnvironment(), quotesFeature)
  return !exact && filter !== null && asTextFilter(filter).wider ? t.mayFindMore : null
}
