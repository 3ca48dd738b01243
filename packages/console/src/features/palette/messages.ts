import { catalogue } from '../../language/catalogue.ts'

/** Texts of the palette's search. */
export const t = catalogue({
  recent: 'Recent',
  searchOrJumpTo: 'Search or jump to',
  search: 'Search',
  close: 'Close',
  searchOrTypeWhatTo: 'Search or type a command…',
  results: 'Results',
  nothingToChooseFrom: 'Nothing to choose from.',
  nothingFoundFor: 'No results for “{text}”.',
  notSearched: 'Not searched: {what}. {reason}',
  notSearchedAtAll: 'Not searched: {what}.',
})
