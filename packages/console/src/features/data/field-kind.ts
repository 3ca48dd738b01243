import type { WireField } from './wire-table.ts'

/** How values of a field are shown and edited. */
export type FieldKind = 'integer' | 'decimal' | 'boolean' | 'date' | 'binary' | 'json' | 'lines' | 'line'

const integers = /^(id|pk|fk|reference|integer|int|(big|small|tiny|medium)(int|id)|user_id(_on_(create|update))?)$/
const decimals = /^(decimal|numeric|number|float|double|real|money)$/
const dates = /^(date|time|timetz|datetime(tz)?|timestamp(tz|_on_(create|update))?)$/
const structures = /^(jsonb?|object|array)$/
const longTexts = /^(text|(long|medium|tiny)text|clob)$/

export function kindOf({ type = 'string', length }: Pick<WireField, 'type' | 'length'>): FieldKind {
  const word = type.toLowerCase()
  if (integers.test(word)) return 'integer'
  if (decimals.test(word)) return 'decimal'
  if (word === 'boolean') return 'boolean'
  if (dates.test(word)) return 'date'
  if (word === 'binary') return 'binary'
  if (structures.test(word)) return 'json'
  return longTexts.test(word) || (length ?? 0) > 255 ? 'lines' : 'line'
}

/** Why nobody can write a field, in a sentence; null: it can be written. */
export function lockOf(field: WireField): string | null {
  const type = field.type?.toLowerCase() ?? ''
  if (field.is_virtual) return 'This field is computed.'
  if (field.validation && 'api_read_only' in field.validation) return 'This field is read only.'
  if (type === 'id' || field.auto_increment) return 'The database gives this value.'
  if (/^(user_id|timestamp)_on_(create|update)$/.test(type)) return 'The instance sets this value.'
  return type === 'user_id' ? 'This field is read only.' : null
}

/** Whether only values of the list are taken. */
export function isRestricted(field: WireField): boolean {
  return Boolean(field.validation && 'picklist' in field.validation) && (field.picklist?.length ?? 0) > 0
}

export function labelOf(field: WireField): string {
  return field.label || field.name
}
