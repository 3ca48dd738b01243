import type { RawForeignKey, RawKey, RawTable } from '@millwright/connector/engine/catalog'
import { commonSimpleType } from '@millwright/connector/engine/column-type'
import { columnLoss, narrowingLoss, type TypeChange } from '@millwright/connector/engine/losses'
import type { AlterTable, PlannedStatement } from '@millwright/connector/engine/schema-change'
import { Problem } from '@millwright/contract/problem'
import { changedColumnSql, columnSql, foreignKeySql } from './sqlite-column.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { type Clause, itemOf, readTableText } from './table-text.ts'

const { quote } = sqliteDialect

/**
 * Alters a table by creating a new one with the change, copying the rows, and renaming it. The definitions of unchanged parts are
 * preserved verbatim. Indexes and triggers are recreated from their own definitions.
 */
export function rebuilt(change: AlterTable, before: RawTable): PlannedStatement[] {
  const name = change.table.name
  const text = before.source === null ? null : readTableText(before.source.sql)
  if (before.source === null || text === null)
    throw new Problem(400, `The table '${name}' is of a kind that cannot be altered.`)
  const fresh = `_millwright_new_${name}`
  const items = itemsAfter(change, before, text.items)
  const columns = before.columns
    .filter((column) => !column.generated && !change.drop.includes(column.name))
    .map((column) => quote(column.name))
    .join(', ')
  const counts = /\bautoincrement\b/i.test(before.source.sql) && items.some((item) => /\bautoincrement\b/i.test(item))
  return [
    plain(`CREATE TABLE ${quote(fresh)} (${items.join(',')})${text.tail}`),
    ...(columns === '' ? [] : [copy(change, before, fresh, columns)]),
    ...(counts ? sequence(name, fresh) : []),
    { sql: `DROP TABLE ${quote(name)}`, loses: columnLoss(change.drop), isCheck: false },
    plain(`ALTER TABLE ${quote(fresh)} RENAME TO ${quote(name)}`),
    ...before.source.attached.filter((each) => !change.dropKeys.includes(each.name)).map(({ sql }) => plain(sql)),
  ]
}

function copy(change: AlterTable, before: RawTable, fresh: string, columns: string): PlannedStatement {
  const sql = `INSERT INTO ${quote(fresh)} (${columns}) SELECT ${columns} FROM ${quote(change.table.name)}`
  return { sql, loses: narrowingLoss(commonSimpleType, before, change.change, lossOf), isCheck: false }
}

function lossOf({ from, to, raw }: TypeChange): string | null {
  const reads = from === 'text' && (to === 'integer' || to === 'decimal')
  return reads ? `Texts in '${raw.name}' that are numbers become numbers, without leading zeros and the like.` : null
}

/** Carries over the sequence, so that numbers of deleted rows are not used again. */
function sequence(name: string, fresh: string): PlannedStatement[] {
  const from = literal(name)
  const to = literal(fresh)
  return [
    plain(`DELETE FROM sqlite_sequence WHERE name = ${to}`),
    plain(`INSERT INTO sqlite_sequence (name, seq) SELECT ${to}, seq FROM sqlite_sequence WHERE name = ${from}`),
  ]
}

function itemsAfter(change: AlterTable, before: RawTable, items: readonly string[]): string[] {
  const [goneUniques, goneReferences] = [before.uniques, before.foreignKeys].map((keys) =>
    keys.filter(({ name }) => change.dropKeys.includes(name)),
  )
  const hasKey = (keys: readonly RawKey[] = [], columns: readonly string[]) =>
    keys.some((key) => isSame(key.columns, columns))
  const isGone = (columns: readonly string[]) => hasKey(goneUniques, columns) || hasKey(goneReferences, columns)
  const kept = items.flatMap((text) => {
    const item = itemOf(text)
    if (item.kind === 'constraint') {
      const isDropped = {
        primary: item.columns.some((column) => includes(change.drop, column)),
        unique: hasKey(goneUniques, item.columns),
        foreign: hasKey(goneReferences, item.columns),
        check: false,
      }
      return isDropped[item.type] ? [] : [text]
    }
    return includes(change.drop, item.name) ? [] : [columnAfter(change, before, item.name, text, isGone)]
  })
  const [single] = change.keys.primaryKey.length === 1 ? change.keys.primaryKey : []
  const isNew = change.add.some((column) => column.name === single)
  const added = change.add.map(
    (column) =>
      `\n  ${columnSql(column, { isKey: isNew && column.name === single, references: reference(change, column.name) })}`,
  )
  const columns = kept.filter((text) => itemOf(text).kind === 'column')
  const constraints = kept.filter((text) => itemOf(text).kind === 'constraint')
  const key =
    change.keys.primaryKey.length > 0 && !isNew
      ? [`\n  PRIMARY KEY (${change.keys.primaryKey.map(quote).join(', ')})`]
      : []
  const several = change.keys.foreignKeys.filter(({ columns: own }) => own.length > 1)
  return [...columns, ...added, ...constraints, ...key, ...several.map((each) => `\n  ${foreignKeySql(each)}`)]
}

/** The definition of a column, changed if the column or its keys change. */
function columnAfter(
  change: AlterTable,
  before: RawTable,
  name: string,
  text: string,
  isGone: (columns: readonly string[]) => boolean,
): string {
  const raw = before.columns.find((column) => same(column.name, name))
  const definition = change.change.find((column) => same(column.name, name))
  const references = reference(change, raw?.name ?? name)
  const gone = isGone([name])
  if (raw === undefined || (definition === undefined && references === undefined && !gone)) return text
  const lost = (kind: 'uniques' | 'foreignKeys') =>
    before[kind].some((key) => change.dropKeys.includes(key.name) && isSame(key.columns, [name]))
  const keep = ({ word }: Clause) =>
    !(word === 'unique' && lost('uniques')) && !(word === 'references' && lost('foreignKeys'))
  if (definition !== undefined) return `\n  ${changedColumnSql(definition, text, keep, references)}`
  const unchanged = { ...raw, type: '', definition: null }
  return `\n  ${changedColumnSql(unchanged, text, keep, references)}`
}

function reference({ keys }: AlterTable, column: string): RawForeignKey | undefined {
  return keys.foreignKeys.find((key) => isSame(key.columns, [column]))
}

function plain(sql: string): PlannedStatement {
  return { sql, loses: null, isCheck: false }
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

function includes(names: readonly string[], name: string): boolean {
  return names.some((each) => same(each, name))
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, index) => same(name, other[index] ?? ''))
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
