import { dataMessages } from './messages.ts'
import type { WireField } from './wire-table.ts'

/** How values of a field are shown and edited. A literal is a text with a fixed format, such as a date, and never empty. */
export type FieldKind = 'integer' | 'decimal' | 'boolean' | 'literal' | 'binary' | 'json' | 'lines' | 'line'

const integers = /^(id|pk|fk|reference|integer|int|(big|small|tiny|medium)(int|id)|user_id(_on_(create|update))?)$/
const decimals = /^(decimal|numeric|number|float|double|real)$/
const literals = /^(date|time|timetz|datetime(tz)?|timestamp(tz|_on_(create|update))?|(time)?uuid|money)$/
const structures = /^(jsonb?|object|array)$/
const longTexts = /^(text|(long|medium|tiny)text|clob)$/

type Kinded = Pick<WireField, 'type' | 'length' | 'db_type'>

export function kindOf({ type = 'string', length, db_type }: Kinded): FieldKind {
  const word = type.toLowerCase()
  if (integers.test(word)) return 'integer'
  if (decimals.test(word)) return 'decimal'
  if (word === 'boolean') return 'boolean'
  if (literals.test(word)) return 'literal'
  if (word === 'binary') return 'binary'
  // Some servers indicate JSON only by the database type.
  if (structures.test(word) || structures.test(db_type?.toLowerCase() ?? '')) return 'json'
  return longTexts.test(word) || (length ?? 0) > 255 ? 'lines' : 'line'
}

/** Whether the control of a field needs the width of the form. */
export function isLong(field: WireField): boolean {
  return ['lines', 'json', 'binary'].includes(kindOf(field)) && !hasAllowedValues(field)
}

/** Returns why a field is read-only; `null` if it is writable. */
export function readOnlyReason(field: WireField): string | null {
  const type = field.type?.toLowerCase() ?? ''
  if (field.is_virtual) return dataMessages.fieldComputed
  if (field.is_generated)
    return field.generated_as
      ? dataMessages.databaseExpression({ expression: field.generated_as })
      : dataMessages.databaseComputes
  if (field.validation && 'api_read_only' in field.validation) return dataMessages.fieldReadOnly
  if (type === 'id' || field.auto_increment) return dataMessages.databaseGenerates
  if (/^(user_id|timestamp)_on_(create|update)$/.test(type)) return dataMessages.instanceSets
  return type === 'user_id' ? dataMessages.fieldReadOnly : null
}

/** Whether only values of the list are accepted. */
export function hasAllowedValues(field: WireField): boolean {
  const isRule = Boolean(field.validation && 'picklist' in field.validation)
  return (isRule || field.is_enum === true) && (field.picklist?.length ?? 0) > 0
}

export function labelOf(field: WireField): string {
  return field.label || field.name
}
