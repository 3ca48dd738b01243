import { catalogue } from '../../../language/catalogue.ts'

/** Texts of conditions. */
export const t = catalogue({
  is: 'is',
  isNot: 'is not',
  laterWord: 'is after',
  earlierWord: 'is before',
  isGreater: 'is greater than',
  isLess: 'is less than',
  fromMoment: 'is on or after',
  untilMoment: 'is on or before',
  isAtLeast: 'is at least',
  isAtMost: 'is at most',
  oneValue: 'is one of',
  noValue: 'is none of',
  contains: 'contains',
  startWord: 'starts with',
  endWord: 'ends with',
  isNull: 'is NULL',
  isNotNull: 'is not NULL',
})
