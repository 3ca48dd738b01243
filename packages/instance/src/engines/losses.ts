import type { RawColumn, RawTable } from './catalog.ts'
import type { Dialect } from './dialect.ts'
import type { Engine } from './engine.ts'
import type { ColumnDefinition, DropTable, PlannedStatement } from './schema-change.ts'
import { simpleType } from './simple-type.ts'

/** The statement that drops a table or a view, with what is lost. */
export function droppedTable({ table, isView }: DropTable, dialect: Pick<Dialect, 'table'>): PlannedStatement {
  const sql = `DROP ${isView ? 'VIEW' : 'TABLE'} ${dialect.table(table)}`
  return { sql, loses: isView ? null : `All records of the table '${table.name}' are lost.`, isCheck: false }
}

/** Null when no columns go. */
export function columnLoss(columns: readonly string[]): string | null {
  if (columns.length === 0) return null
  const names = columns.map((name) => `'${name}'`).join(', ')
  return columns.length === 1
    ? `The values in the field ${names} are lost.`
    : `The values in the fields ${names} are lost.`
}

/** What the changed types of columns cannot hold of what they held; null when they hold it all, or the database refuses what they do not. */
export function narrowingLoss(
  engine: Engine['name'],
  before: RawTable,
  changed: readonly ColumnDefinition[],
): string | null {
  const sentences = changed.flatMap((column) => {
    const raw = before.columns.find(({ name }) => name === column.name)
    return raw === undefined ? [] : lossIn(engine, raw, column)
  })
  return sentences.length === 0 ? null : sentences.join(' ')
}

type Family = 'text' | 'decimal' | 'integer' | 'moment' | 'other'

function lossIn(engine: Engine['name'], raw: RawColumn, column: ColumnDefinition): string[] {
  const was = simpleType(engine, raw)
  const will = column.dbType === null ? column.type : simpleType(engine, { ...column, dbType: column.dbType })
  const [from, to] = [familyOf(was), familyOf(will)]
  const name = `'${raw.name}'`
  if (engine === 'sqlite') {
    const reads = from === 'text' && (to === 'integer' || to === 'decimal')
    return reads ? [`Texts in ${name} that are numbers become numbers, without leading zeros and the like.`] : []
  }
  if (from === 'decimal' && to === 'integer') return [`Numbers in ${name} are rounded to whole ones.`]
  if (from === 'decimal' && to === 'decimal' && fewerPlaces(raw, column)) return [`Numbers in ${name} are rounded.`]
  if (from === 'moment' && to === 'moment' && dateOrTime.has(will) && was !== will) {
    return [`Moments in ${name} keep their ${will} alone.`]
  }
  if (engine !== 'mysql') return []
  if (from === 'text' && to !== 'text')
    return [`Values in ${name} that do not fit the new type may be changed or lost.`]
  const shorter = raw.length !== null && column.length !== null && column.length < raw.length
  return from === 'text' && shorter
    ? [`Texts in ${name} that are too long may be cut, unless the database is in strict mode.`]
    : []
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
