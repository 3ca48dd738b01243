import { asTextFilter } from '@millwright/contract/filter/as-text'
import { hasFeature, useEnvironment } from './environment.ts'
import { quotesFeature } from './text-filters.ts'

const wider =
  'This server takes part of the text for an operator. Any character matches in its place, so more may be found than you meant.'

/** What people should know of the answer to a filter; null when it says just what was asked. */
export function useFilterNote(filter: string | null): string | null {
  const exact = hasFeature(useEnvironment(), quotesFeature)
  return !exact && filter !== null && asTextFilter(filter).wider ? wider : null
}
