import { fieldTypes, returnTypes } from '@millwright/contract/wire/table-schema'
import type { SelectOption } from '../../ui/select.tsx'
import type { FieldForm } from './field-form.ts'
import { schemaMessages } from './messages.ts'

/** The option that takes the type from the database-specific type. */
export const manualType = 'manual'

/** Types that a field can have; an unlisted type is offered if the field already has it. */
export function typeOptions(isVirtual: boolean, current: string): readonly SelectOption[] {
  const known: readonly string[] = isVirtual ? returnTypes : fieldTypes
  const unlisted = current !== '' && current !== manualType && !known.includes(current) ? [current] : []
  return [
    ...(isVirtual ? [] : [{ value: manualType, label: schemaMessages.manualType }]),
    ...[...unlisted, ...known].map((type) => ({ value: type, label: type })),
  ]
}

const sized = ['string', 'integer', 'text', 'binary']
const exact = ['decimal', 'float', 'double']
const listed = ['string', 'integer']

/** Which properties a field can have, given its other properties. */
export function openProperties({ type, is_virtual, is_foreign_key, ref_table }: FieldForm) {
  const refers = !is_virtual && (type === 'reference' || is_foreign_key)
  return {
    db_type: type === manualType && !is_virtual,
    length: sized.includes(type),
    precision: exact.includes(type),
    fixed_length: type === 'string',
    is_aggregate: is_virtual,
    picklist: listed.includes(type),
    ref_table: refers,
    ref_field: refers && ref_table !== '',
  }
}

const numbers = /^(id|integer|float|double|decimal|reference|user_id.*|(big|small|medium|tiny)?int|money)$/

/** Converts a typed default for sending: to a number if no precision is lost, or to a boolean. */
export function literalOf(text: string, type: string): string | number | boolean {
  if (type === 'boolean' && /^(true|1|yes)$/i.test(text)) return true
  if (type === 'boolean' && /^(false|0|no)$/i.test(text)) return false
  return numbers.test(type) && String(Number(text)) === text ? Number(text) : text
}
