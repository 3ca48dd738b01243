import type { FilterOperator } from '@millwright/contract/records/role'

/** How the values of a column are compared. */
export type ComparedKind = 'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'time' | 'none'

/** A column that conditions may be about. */
export interface ComparedColumn {
  readonly name: string
  readonly label: string
  readonly kind: ComparedKind
  /** Whether its values are moments, which differ by the time zone in which they are read. */
  readonly isZoned?: boolean
  /** Allowed or suggested values; empty if there are none. */
  readonly values: readonly { readonly value: string; readonly label: string }[]
  /** The operators, if not all of the kind. */
  readonly operators?: readonly FilterOperator[]
}

const empty = ['is null', 'is not null'] as const
const equal = ['=', '!=', 'in', 'not in'] as const
const parts = ['contains', 'starts with', 'ends with'] as const
const ordered = ['<', '<=', '>', '>='] as const

/** Of a column with a list of values. */
const ofList = [...equal, ...parts, ...empty] as const

const byKind: Readonly<Record<ComparedKind, readonly FilterOperator[]>> = {
  text: [...parts, ...equal, ...ordered, ...empty],
  number: ['=', '!=', ...ordered, 'in', 'not in', ...empty],
  boolean: ['=', '!=', ...empty],
  date: [...ordered, '=', '!=', ...empty],
  datetime: [...ordered, '=', '!=', ...empty],
  time: [...ordered, '=', '!=', ...empty],
  none: empty,
}

/** The operators for a column, most frequent first; all for an unknown one. */
export function operatorsOfColumn(column: ComparedColumn | undefined): readonly FilterOperator[] {
  if (column === undefined) return byKind.text
  if (column.operators) return column.operators
  return column.kind === 'text' && column.values.length > 0 ? ofList : byKind[column.kind]
}

/** Whether values of a type of the API's schemas are stored with a time zone. */
export function isZonedType(type: string): boolean {
  return /^(datetime|timestamp)_?tz$/i.test(type)
}

/** How the values of a type of the API's schemas are compared; of an unknown one as text. */
export function comparedKind(type: string): ComparedKind {
  const word = type.toLowerCase()
  if (/^(id|pk|fk|reference|.*int(eger)?|(big|small|tiny|medium)id|user_id.*)$/.test(word)) return 'number'
  if (/^(decimal|numeric|number|float|double|real)$/.test(word)) return 'number'
  if (word === 'boolean' || word === 'date') return word
  if (/^time(tz)?$/.test(word)) return 'time'
  if (/^(datetime|timestamp)/.test(word)) return 'datetime'
  return /^(binary|jsonb?|object|array)$/.test(word) ? 'none' : 'text'
}
