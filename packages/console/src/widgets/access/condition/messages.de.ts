import type { Translation } from '../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  is: 'ist',
  isNot: 'ist nicht',
  laterWord: 'ist nach',
  earlierWord: 'ist vor',
  isGreater: 'ist größer als',
  isLess: 'ist kleiner als',
  fromMoment: 'ist am oder nach',
  untilMoment: 'ist am oder vor',
  isAtLeast: 'ist mindestens',
  isAtMost: 'ist höchstens',
  oneValue: 'ist einer von',
  noValue: 'ist keiner von',
  contains: 'enthält',
  startWord: 'beginnt mit',
  endWord: 'endet auf',
  isNull: 'ist NULL',
  isNotNull: 'ist nicht NULL',
}
