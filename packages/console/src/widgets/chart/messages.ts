import { catalogue } from '../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  whatIsShown: '{title}: what is shown',
  stepByStep: '{title}, step by step',
  nothingIsKnown: 'Nothing is known.',
  unknown: 'unknown',
  soFar: 'So far.',
  theLatestFirst: '{title}, the latest first',
  time: 'Time',
  showAsChart: 'Show as chart',
  showAsTable: 'Show as table',
  minutes: '{time} min',
  seconds: '{time} s',
  milliseconds: '{time} ms',
  dayAndTime: '{day}, {time}',
  dayAndTimes: '{day}, {from} – {to}',
})
