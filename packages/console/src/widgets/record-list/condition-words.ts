import type { Operator } from '../list-declaration/conditions.ts'
import type { ColumnKind } from '../list-declaration/declaration.ts'
import { t } from './messages.ts'

const words: Readonly<Record<Operator, string>> = {
  get contains() {
    return t.contains
  },
  get starts() {
    return t.filterStart
  },
  get ends() {
    return t.filterEnd
  },
  get is() {
    return t.is
  },
  get not() {
    return t.isNot
  },
  get more() {
    return t.filterGreater
  },
  get less() {
    return t.filterLess
  },
  get empty() {
    return t.isEmpty
  },
  get filled() {
    return t.isNotEmpty
  },
}

/** The label of an operator for a kind of column. Separate from the conditions, which are loaded before any list is shown. */
export function wordOf(operator: Operator, kind: ColumnKind): string {
  if (kind === 'date' && operator === 'more') return t.filterLater
  if (kind === 'date' && operator === 'less') return t.filterEarlier
  return words[operator]
}
