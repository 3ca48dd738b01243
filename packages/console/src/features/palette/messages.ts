import { catalogue } from '../../language/catalogue.ts'

/** Texts of the palette's search. */
export const t = catalogue({
  recent: 'Recent',
  paletteTitle: 'Search or jump to',
  paletteInput: 'Search or type a command…',
  results: 'Results',
  nothingToChoose: 'Nothing to choose from.',
  nothingFound: 'No results for “{text}”.',
  notSearched: 'Not searched: {what}. {reason}',
  notSearchedPlaces: 'Not searched: {what}.',
})
