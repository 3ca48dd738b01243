import type { FilterOperator } from '@millwright/contract/records/role'
import type { ComparedKind } from './compared-column.ts'
import { t } from './messages.ts'

/** The label of an operator for a kind of column. */
export function operatorWord(operator: FilterOperator, kind: ComparedKind): string {
  const isMoment = kind === 'date' || kind === 'datetime' || kind === 'time'
  switch (operator) {
    case '=':
      return t.is
    case '!=':
      return t.isNot
    case '>':
      return isMoment ? t.laterWord : t.isGreater
    case '<':
      return isMoment ? t.earlierWord : t.isLess
    case '>=':
      return isMoment ? t.fromMoment : t.isAtLeast
    case '<=':
      return isMoment ? t.untilMoment : t.isAtMost
    case 'in':
      return t.oneValue
    case 'not in':
      return t.noValue
    case 'contains':
      return t.contains
    case 'starts with':
      return t.startWord
    case 'ends with':
      return t.endWord
    case 'is null':
      return t.isNull
    case 'is not null':
      return t.isNotNull
  }
}
