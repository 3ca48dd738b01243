import type { Engine, ReadValue } from '../../engines/engine.ts'
import { valueFamily } from '../../engines/values/value-family.ts'
import { valueReader } from '../../engines/values/value-reader.ts'
import type { DescribedField, DescribedTable } from '../described-table.ts'
import { functionFor } from '../functions/field-function.ts'
import { WriteStatements } from '../write-statements.ts'
import { type Validation, validationOf } from './validation/validate.ts'

/** A column as writes see it. */
export interface WriteField {
  readonly field: DescribedField
  /** As statements name it. */
  readonly column: string
  /** Its place among the writable fields of the table. */
  readonly index: number
  readonly read: ReadValue
  readonly validation: Validation | null
  readonly automatic: Automatic | null
  /** Whether clients may change it in a record that exists. */
  readonly changeable: boolean
  /** An empty text is a value of its own. */
  readonly isText: boolean
  /** SQL with `{value}` for the value sent; null: the value itself. */
  readonly onInsert: string | null
  readonly onUpdate: string | null
}

/** What the instance fills in by itself. */
export interface Automatic {
  readonly what: 'now' | 'user'
  /** Else only when a record is made. */
  readonly onUpdate: boolean
}

export interface WriteFields {
  readonly table: DescribedTable
  readonly all: readonly WriteField[]
  /** By API name in lower case, and by API name. */
  readonly byName: ReadonlyMap<string, WriteField>
  /** Without one of these no record can be made. */
  readonly required: readonly WriteField[]
  readonly automatic: readonly WriteField[]
  readonly statements: WriteStatements
}

const made = new WeakMap<DescribedTable, WriteFields>()

/** What can be written into a table, worked out once for as long as it is as it is described. */
export function writeFieldsOf(engine: Engine, table: DescribedTable): WriteFields {
  const known = made.get(table)
  if (known !== undefined) return known
  const all = table.fields
    .filter((field) => !field.isVirtual && !field.isAggregate && !field.generated)
    .map((field, index) => writeField(engine, field, index))
  const byName = new Map(all.map((each) => [each.field.apiName.toLowerCase(), each]))
  for (const each of all) byName.set(each.field.apiName, each)
  const required = all.filter(({ field, validation }) => field.required && validation?.readOnly !== true)
  const automatic = all.filter((each) => each.automatic !== null)
  const { dialect } = engine
  const statements = new WriteStatements({ dialect, target: dialect.table(table.table) })
  const fields = { table, all, byName, required, automatic, statements }
  made.set(table, fields)
  return fields
}

/** Whether a record has nothing that could be sent, as in a table of numbers that the database gives. */
export function isOnlyAutomatic({ all }: WriteFields): boolean {
  return all.every(({ field }) => field.autoIncrement)
}

function writeField(engine: Engine, field: DescribedField, index: number): WriteField {
  const automatic = automatics[field.type] ?? null
  return {
    field,
    column: engine.dialect.quote(field.name),
    index,
    read: valueReader(engine.values, takesText(engine, field) ? { ...field, dbType: 'text' } : field),
    validation: validationOf(field),
    automatic,
    changeable: field.type !== 'id' && (automatic === null || automatic.onUpdate),
    isText: valueFamily(field) === 'text',
    // Looked up when it is used, as one that may not run stands in the way of no other write.
    get onInsert() {
      return field.dbFunctions.length === 0 ? null : functionFor(field, 'INSERT')
    },
    get onUpdate() {
      return field.dbFunctions.length === 0 ? null : functionFor(field, 'UPDATE')
    },
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
