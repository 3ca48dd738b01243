import { catalogue } from '../../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  whatIsShown: '{title}: legend',
  stepByStep: '{title}, step by step',
  nothingIsKnown: 'No data.',
  unknown: 'unknown',
  soFar: 'Incomplete.',
  theLatestFirst: '{title}, the latest first',
  time: 'Time',
  showAsChart: 'Show as chart',
  showAsTable: 'Show as table',
  dayAndTime: '{day}, {time}',
  dayAndTimes: '{day}, {from} – {to}',
})
