import type { RawColumn, RawTable } from './catalog.ts'
import type { Dialect, SchemaDialect } from './engine.ts'
import type { ColumnDefinition, DropTable, PlannedStatement } from './schema-change.ts'

/** The statement that drops a table or view, with a sentence about the lost data. */
export function droppedTable({ table, isView }: DropTable, dialect: Pick<Dialect, 'table'>): PlannedStatement {
  const sql = `DROP ${isView ? 'VIEW' : 'TABLE'} ${dialect.table(table)}`
  return { sql, loses: isView ? null : `All records of the table '${table.name}' are lost.`, isCheck: false }
}

/** `null` if no columns are dropped. */
export function columnLoss(columns: readonly string[]): string | null {
  if (columns.length === 0) return null
  const names = columns.map((name) => `'${name}'`).join(', ')
  return columns.length === 1
    ? `The values in the field ${names} are lost.`
    : `The values in the fields ${names} are lost.`
}

/** A changed column type: its simple type before and after, and the families of both. */
export interface TypeChange {
  readonly raw: RawColumn
  readonly column: ColumnDefinition
  readonly was: string
  readonly will: string
  readonly from: Family
  readonly to: Family
}

type Family = 'text' | 'decimal' | 'integer' | 'moment' | 'other'

/**
 * Describes what existing values lose when column types change; `null` if nothing, or if the database rejects values that do not
 * fit.
 */
export function narrowingLoss(
  simpleType: SchemaDialect['simpleType'],
  before: RawTable,
  changed: readonly ColumnDefinition[],
  lossOf: (change: TypeChange) => string | null = typedLoss,
): string | null {
  const sentences = changed.flatMap((column) => {
    const raw = before.columns.find(({ name }) => name === column.name)
    if (raw === undefined) return []
    const was = simpleType(raw)
    const will = column.dbType === null ? column.type : simpleType({ ...column, dbType: column.dbType })
    return lossOf({ raw, column, was, will, from: familyOf(was), to: familyOf(will) }) ?? []
  })
  return sentences.length === 0 ? null : sentences.join(' ')
}

/** The loss in databases whose columns hold only values of their type. */
export function typedLoss({ raw, column, was, will, from, to }: TypeChange): string | null {
  const name = `'${raw.name}'`
  if (from === 'decimal' && to === 'integer') return `Numbers in ${name} are rounded to whole ones.`
  if (from === 'decimal' && to === 'decimal' && fewerPlaces(raw, column)) return `Numbers in ${name} are rounded.`
  return from === 'moment' && to === 'moment' && dateOrTime.has(will) && was !== will
    ? `Timestamps in ${name} keep only their ${will}.`
    : null
}

const dateOrTime = new Set(['date', 'time'])

function fewerPlaces(raw: RawColumn, column: ColumnDefinition): boolean {
  return raw.scale !== null && column.scale !== null && column.scale < raw.scale
}

function familyOf(type: string): Family {
  if (/^(id|.*int(eger)?|reference|user_id.*)$/.test(type)) return 'integer'
  if (/^(decimal|numeric|money|float|double)$/.test(type)) return 'decimal'
  if (/^(date|time)/.test(type)) return 'moment'
  return /^(string|.*text)$/.test(type) ? 'text' : 'other'
}
