import { invalid } from '@millwright/contract/problem'
import { isoMicros } from '../../platform/clock.ts'
import { stampOf } from './authorship.ts'
import { type Key, quoted } from './dialect.ts'
import type { Author, Column, RowChange, Shape } from './shape.ts'
import type { FirstRow, Row, Tx } from './sql-runner.ts'

/** The stored row, locked against others until the transaction ends. */
export function storedRow(tx: Tx, shape: Shape, key: Key): FirstRow {
  return tx.first(`SELECT * FROM ${quoted(shape.table)} WHERE ${byKey(shape)}${tx.dialect.lock}`, key)
}

/** Answers the new row's key and its first revision. */
export async function insertRow(tx: Tx, shape: Shape, values: Row, author: Author): Promise<Row> {
  if (shape.guard !== null) await shape.guard(tx, [values], author)
  const checked = checkRow(tx, shape, { values, previous: null })
  if (checked !== undefined) await checked
  const row: Row = { ...values, ...stampOf(shape, { values, previous: null }, author) }
  if (shape.audit !== 'none') {
    const date = isoMicros(author.now)
    row.created_date = date
    row.last_modified_date = date
  }
  if (shape.audit === 'full') row.created_by_id = author.caller.user?.id ?? null
  const inserted = tx.first(insertText(shape, Object.keys(row)), ...Object.values(row))
  const made = (inserted instanceof Promise ? await inserted : inserted) ?? {}
  author.auditLog.note({ shape, key: String(made[shape.key]), previous: null, next: row }, author)
  return made
}

interface InsertText {
  readonly names: readonly string[]
  readonly sql: string
}

/** The last of each shape: one insert after the other mostly has the same columns. */
const insertTexts = new WeakMap<Shape, InsertText>()

function insertText(shape: Shape, names: readonly string[]): string {
  const last = insertTexts.get(shape)
  if (last !== undefined && isSame(last.names, names)) return last.sql
  const sql =
    `INSERT INTO ${quoted(shape.table)} (${names.map(quoted).join(', ')}) VALUES (${names.map(() => '?').join(', ')}) ` +
    `RETURNING ${quoted(shape.key)}${shape.audit === 'full' ? ', "revision"' : ''}`
  insertTexts.set(shape, { names, sql })
  return sql
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((name, position) => name === others[position])
}

/** Writes the given columns and counts the change. */
export async function updateRow(tx: Tx, shape: Shape, change: RowChange, key: Key, author: Author): Promise<void> {
  await shape.guard?.(tx, [change.previous ?? {}, { ...change.previous, ...change.values }], author)
  await checkRow(tx, shape, change)
  const row: Row = { ...change.values, ...stampOf(shape, change, author) }
  if (shape.audit !== 'none') row.last_modified_date = isoMicros(author.now)
  if (shape.audit === 'full') row.last_modified_by_id = author.caller.user?.id ?? null
  const assignments = Object.keys(row).map((name) => `${quoted(name)} = ?`)
  if (assignments.length === 0) return
  if (shape.audit === 'full') assignments.push('"revision" = "revision" + 1')
  await tx.all(
    `UPDATE ${quoted(shape.table)} SET ${assignments.join(', ')} WHERE ${byKey(shape)}`,
    ...Object.values(row),
    key,
  )
  author.auditLog.note({ shape, key, previous: change.previous ?? {}, next: change.values }, author)
}

export async function deleteRow(tx: Tx, shape: Shape, previous: Row, key: Key, author: Author): Promise<void> {
  await shape.guard?.(tx, [previous], author)
  await tx.all(`DELETE FROM ${quoted(shape.table)} WHERE ${byKey(shape)}`, key)
  author.auditLog.note({ shape, key, previous, next: null }, author)
}

function byKey({ key, within }: Shape): string {
  return within === '' ? `${quoted(key)} = ?` : `${quoted(key)} = ? AND ${within}`
}

/** Counts a change of the record's nested rows. */
export async function touchRow(tx: Tx, shape: Shape, key: Key): Promise<void> {
  await tx.all(`UPDATE ${quoted(shape.table)} SET "revision" = "revision" + 1 WHERE ${byKey(shape)}`, key)
}

/** Refuses what names a row that is not there, and what the shape's own check refuses. */
export function checkRow(tx: Tx, shape: Shape, change: RowChange): Promise<void> | undefined {
  const references = shape.columns.filter((column) => isNewReference(column, change))
  return references.length === 0 ? shape.check?.(tx, change) : checkReferences(tx, shape, change, references)
}

function isNewReference({ name, references }: Column, { values, previous }: RowChange): boolean {
  const value = references === null ? null : values[name]
  return value !== undefined && value !== null && value !== previous?.[name]
}

async function checkReferences(tx: Tx, shape: Shape, change: RowChange, columns: readonly Column[]): Promise<void> {
  for (const { name, references } of columns) {
    if (references === null) continue
    const value = change.values[name]
    const found = await tx.first(`SELECT "id" FROM ${quoted(references)} WHERE "id" = ?`, value)
    if (found === undefined) {
      const message = `${name} names ${references} ${String(value)}, which does not exist.`
      throw invalid({ [name]: [message] })
    }
  }
  await shape.check?.(tx, change)
}
