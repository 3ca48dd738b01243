import { notAmong } from '@millwright/connector/engine/column-checks'
import type { Engine, ReadValue } from '@millwright/connector/engine/engine'
import { fieldProblem } from '@millwright/connector/engine/values/field-problem'
import { type ValueFamily, valueFamily } from '@millwright/connector/engine/values/value-family'
import { valueReader } from '../../engines/values/value-reader.ts'
import type { DescribedField, DescribedTable } from '../described-table.ts'
import { functionFor } from '../functions/field-function.ts'
import { byApiName, NameIndex } from '../names.ts'
import { WriteStatements } from '../write-statements.ts'
import { type Validation, validationOf } from './validation/validate.ts'

/** A column in writes. */
export interface WriteField {
  readonly field: DescribedField
  /** The column, as SQL. */
  readonly column: string
  /** Index among the writable fields of the table. */
  readonly index: number
  readonly read: ReadValue
  readonly validation: Validation | null
  readonly automatic: Automatic | null
  /** Whether clients may change it in an existing record. */
  readonly changeable: boolean
  /** An empty text is a value, not an absent one. */
  readonly isText: boolean
  readonly isNumber: boolean
  /** SQL with `{value}` for the sent value; `null`: the value itself. */
  readonly onInsert: string | null
  readonly onUpdate: string | null
}

/** A value that the instance fills in automatically. */
export interface Automatic {
  readonly what: 'now' | 'user'
  /** `false`: only when a record is created. */
  readonly onUpdate: boolean
}

export interface WriteFields {
  readonly table: DescribedTable
  readonly all: readonly WriteField[]
  /** By API name. */
  readonly byName: NameIndex<WriteField>
  /** Fields that the database computes, by API name. */
  readonly generated: NameIndex<DescribedField>
  /** Fields without which no record can be created. */
  readonly required: readonly WriteField[]
  readonly automatic: readonly WriteField[]
  readonly statements: WriteStatements
}

const cache = new WeakMap<DescribedTable, WriteFields>()

/** Returns the writable fields of a table, cached for as long as its description is valid. */
export function writeFieldsOf(engine: Engine, table: DescribedTable): WriteFields {
  const known = cache.get(table)
  if (known !== undefined) return known
  const all = table.fields
    .filter((field) => !field.isVirtual && !field.isAggregate && !field.generated)
    .map((field, index) => writeField(engine, field, index))
  const byName = new NameIndex(
    'fields',
    all.map((each) => [each.field.apiName, each] as const),
  )
  const required = all.filter(({ field, validation }) => field.required && validation?.readOnly !== true)
  const automatic = all.filter((each) => each.automatic !== null)
  const { dialect } = engine
  const statements = new WriteStatements({ dialect, target: dialect.table(table.table) })
  const generated = byApiName(
    'fields',
    table.fields.filter((field) => field.generated),
  )
  const fields = { table, all, byName, generated, required, automatic, statements }
  cache.set(table, fields)
  return fields
}

/** Returns whether a record has no field that clients could send, as in a table of generated numbers. */
export function isOnlyAutomatic({ all }: WriteFields): boolean {
  return all.every(({ field }) => field.autoIncrement)
}

function writeField(engine: Engine, field: DescribedField, index: number): WriteField {
  const automatic = automatics[field.type] ?? null
  return {
    field,
    column: engine.dialect.quote(field.name),
    index,
    read: choiceReader(
      field,
      valueReader(engine.values, takesText(engine, field) ? { ...field, dbType: 'text' } : field),
    ),
    validation: validationOf(field),
    automatic,
    changeable: field.type !== 'id' && (automatic === null || automatic.onUpdate),
    isText: valueFamily(field) === 'text',
    isNumber: numbers.has(valueFamily(field)),
    // Evaluated lazily, so that a function without permission only blocks writes of its own field.
    get onInsert() {
      return field.dbFunctions.length === 0 ? null : functionFor(field, 'INSERT')
    },
    get onUpdate() {
      return field.dbFunctions.length === 0 ? null : functionFor(field, 'UPDATE')
    },
  }
}

const numbers: ReadonlySet<string> = new Set<ValueFamily>(['integer', 'decimal', 'float'])

/** Rejects values that the database would reject without naming the field and what it allows. */
function choiceReader(field: DescribedField, read: ReadValue): ReadValue {
  const { choices } = field
  if (choices === undefined || field.dbFunctions.length > 0) return read
  return (value) => {
    const bound = read(choices.several && Array.isArray(value) ? value.join(',') : value)
    const isPlain = typeof bound === 'string' || typeof bound === 'number' || typeof bound === 'bigint'
    const sentence = isPlain ? notAmong(choices, bound) : null
    if (sentence !== null) throw fieldProblem(field, sentence)
    return bound
  }
}

/** A function such as st_geomfromtext takes the text itself. */
function takesText({ values }: Engine, field: DescribedField): boolean {
  const { dbFunctions } = field
  return (
    values.selected(field.name, field) !== null &&
    dbFunctions.some(({ use }) => use.includes('INSERT') || use.includes('UPDATE'))
  )
}

const automatics: Readonly<Record<string, Automatic>> = {
  timestamp_on_create: { what: 'now', onUpdate: false },
  timestamp_on_update: { what: 'now', onUpdate: true },
  user_id_on_create: { what: 'user', onUpdate: false },
  user_id_on_update: { what: 'user', onUpdate: true },
}
