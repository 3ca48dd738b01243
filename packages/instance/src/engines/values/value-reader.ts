import type { ReadValue, ValueDialect, ValueField } from '@millwright/connector/engine/engine'
import { misfit } from '@millwright/connector/engine/values/field-problem'
import { valueFamily } from '@millwright/connector/engine/values/value-family'
import { isNo, isYes } from '@millwright/connector/yes-and-no'
import { momentReader } from './moments.ts'
import { decimalReader, floatReader, integerReader } from './numbers.ts'
import { readAny, readArray, readBinary, readJson, textReader } from './texts.ts'

/**
 * Returns the reader for values of a field (docs/wire/table-writes.md), created once per table. Integers, decimals and dates keep
 * every digit, or are rejected if the engine could not store them.
 */
export function valueReader(values: ValueDialect, field: ValueField): ReadValue {
  const read = values.reader(field, familyReader(values, field))
  return (value) => (value === null || value === undefined ? null : read(value))
}

/** The reader for values other than null. An empty text means null if it cannot be a value of the field. */
function familyReader(values: ValueDialect, field: ValueField): ReadValue {
  switch (valueFamily(field)) {
    case 'integer':
      return orEmpty(integerReader(values, field))
    case 'boolean':
      return orEmpty(booleanReader(values, field))
    case 'decimal':
      return orEmpty(decimalReader(values, field))
    case 'float':
      return orEmpty(floatReader(values, field))
    case 'moment':
      return orEmpty(momentReader(values, field))
    case 'binary':
      return (value) => readBinary(value, field)
    case 'json':
      return (value) => readJson(value, field)
    case 'array':
      return readArray
    case 'text':
      return textReader(values, field)
    case 'any':
      return readAny
  }
}

const orEmpty =
  (read: ReadValue): ReadValue =>
  (value) =>
    isEmpty(value) ? null : read(value)

function isEmpty(value: unknown): boolean {
  return (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)
}

function booleanReader(values: ValueDialect, field: ValueField): ReadValue {
  const [yes, not] = values.booleans(field.dbType ?? '')
  return (value) => {
    if (value === true || value === 1 || value === 1n) return yes
    if (value === false || value === 0 || value === 0n) return not
    if (typeof value === 'string') {
      if (isYes(value)) return yes
      if (isNo(value)) return not
    }
    throw misfit(field, 'must be true or false', value)
  }
}
