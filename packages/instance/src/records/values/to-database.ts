import type { BoundValue } from '../../engines/statement.ts'
import { isYes } from '../../request/params.ts'
import { fieldProblem } from './field-problem.ts'
import { momentReader } from './moments.ts'
import { decimalReader, floatReader, integerReader } from './numbers.ts'
import type { EngineName, ReadValue, ValueField } from './read-value.ts'
import { isShape, readShape } from './shape-text.ts'
import { readArray, readBinary, readJson, textReader } from './texts.ts'
import { valueFamily } from './value-family.ts'

/**
 * How values of a field are read on an engine (docs/wire/table-writes.md). Made once for a table; integers, decimals and dates
 * keep every digit, or are refused where the engine could not keep them.
 */
export function valueReader(engine: EngineName, field: ValueField): ReadValue {
  const read = isShape(engine, field) ? (value: unknown) => readShape(value, field) : familyReader(engine, field)
  return (value) => (value === null || value === undefined ? null : read(value))
}

/** The same for what is not null. An empty text stands for null, where it cannot be a value itself. */
function familyReader(engine: EngineName, field: ValueField): ReadValue {
  switch (valueFamily(field)) {
    case 'integer':
      return orEmpty(integerReader(engine, field))
    case 'boolean':
      return orEmpty(booleanReader(engine, field))
    case 'decimal':
      return orEmpty(decimalReader(engine, field))
    case 'float':
      return orEmpty(floatReader(engine, field))
    case 'moment':
      return orEmpty(momentReader(engine, field))
    case 'binary':
      return (value) => readBinary(value, field)
    case 'json':
      return (value) => readJson(value, field)
    case 'array':
      return readArray
    case 'text':
      return textReader(engine, field)
  }
}

const orEmpty =
  (read: ReadValue): ReadValue =>
  (value) =>
    isEmpty(value) ? null : read(value)

function isEmpty(value: unknown): boolean {
  return (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)
}

const no = new Set(['false', '0', 'no', 'off', 'n', 'f'])

function booleanReader(engine: EngineName, field: ValueField): ReadValue {
  const [yes, not] = booleansOf(engine, field.dbType ?? '')
  return (value) => {
    if (value === true || value === 1 || value === 1n) return yes
    if (value === false || value === 0 || value === 0n) return not
    if (typeof value === 'string') {
      if (isYes(value)) return yes
      if (no.has(value.trim().toLowerCase())) return not
    }
    throw fieldProblem(field, 'has to be true or false.')
  }
}

/** PostgreSQL has a type of its own, and takes bits as text alone. */
function booleansOf(engine: EngineName, dbType: string): readonly [BoundValue, BoundValue] {
  if (engine !== 'pgsql') return [1, 0]
  return /^bit/i.test(dbType) ? ['1', '0'] : [true, false]
}
