import { invalid } from '@millwright/contract/problem'
import type { BoundValue, Statement } from '../../engines/statement.ts'
import { isoMicros } from '../../platform/clock.ts'
import { amongCondition } from '../where.ts'
import { type AssignedColumn, type Assignments, plainValue, type ReturnedColumn } from '../write-statements.ts'
import { stampOf } from './authorship.ts'
import { declaredWrites, keyField } from './declared-model.ts'
import { type Key, quoted } from './dialect.ts'
import type { Author, Column, RowChange, Shape } from './shape.ts'
import type { FirstRow, Row, Tx } from './sql-runner.ts'

/** The stored row, locked against others until the transaction ends. */
export function storedRow(tx: Tx, shape: Shape, key: Key): FirstRow {
  const { statements, rows } = declaredWrites(shape, tx.dialect)
  return first(tx, statements.select('*', rows, [[key]], tx.dialect.lock))
}

/** The same for the first row in which columns have values. */
export function storedRowBy(tx: Tx, shape: Shape, values: Readonly<Record<string, Key>>): FirstRow {
  const { statements, rows } = declaredWrites(shape, tx.dialect)
  const conditions = Object.entries(values).map(([name, value]) => {
    const field = keyField(name, typeof value === 'number' ? 'number' : 'text')
    return amongCondition(rows.model.dialect, field, [value])
  })
  return first(tx, statements.selectWhere('*', rows, conditions, tx.dialect.lock))
}

function first(tx: Tx, statement: Statement): FirstRow {
  const ran = tx.run(statement)
  return ran instanceof Promise ? ran.then(({ rows }) => rows[0]) : ran.rows[0]
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
  const { statements } = declaredWrites(shape, tx.dialect)
  const written = assignmentsOf(row)
  const inserted = first(tx, { sql: statements.insert(written, 1, returnedBy(shape)), values: written.values })
  const made = (inserted instanceof Promise ? await inserted : inserted) ?? {}
  author.auditLog.note({ shape, key: String(made[shape.key]), previous: null, next: row }, author)
  return made
}

/** What is written of a row, whose values have the form that the table stores. */
function assignmentsOf(row: Readonly<Row>, more: readonly AssignedColumn[] = []): Assignments {
  const names = Object.keys(row)
  const columns = () => [...names.map((name) => ({ column: quoted(name), around: plainValue })), ...more]
  return { name: names.join(), values: Object.values(row) as BoundValue[], columns }
}

const nextRevision: readonly AssignedColumn[] = [{ column: '"revision"', around: ['"revision" + 1'] }]

const returnedColumns = new WeakMap<Shape, readonly ReturnedColumn[]>()

function returnedBy(shape: Shape): readonly ReturnedColumn[] {
  const known = returnedColumns.get(shape)
  if (known !== undefined) return known
  const names = shape.audit === 'full' ? [shape.key, 'revision'] : [shape.key]
  const made = names.map((name) => ({ column: quoted(name), as: quoted(name) }))
  returnedColumns.set(shape, made)
  return made
}

/** Writes the given columns and counts the change. */
export async function updateRow(tx: Tx, shape: Shape, change: RowChange, key: Key, author: Author): Promise<void> {
  await shape.guard?.(tx, [change.previous ?? {}, { ...change.previous, ...change.values }], author)
  await checkRow(tx, shape, change)
  const row: Row = { ...change.values, ...stampOf(shape, change, author) }
  if (shape.audit !== 'none') row.last_modified_date = isoMicros(author.now)
  if (shape.audit === 'full') row.last_modified_by_id = author.caller.user?.id ?? null
  if (Object.keys(row).length === 0) return
  const { statements, rows } = declaredWrites(shape, tx.dialect)
  const written = assignmentsOf(row, shape.audit === 'full' ? nextRevision : [])
  await tx.run(statements.update(written, rows, [[key]]))
  author.auditLog.note({ shape, key, previous: change.previous ?? {}, next: change.values }, author)
}

export async function deleteRow(tx: Tx, shape: Shape, previous: Row, key: Key, author: Author): Promise<void> {
  await shape.guard?.(tx, [previous], author)
  const { statements, rows } = declaredWrites(shape, tx.dialect)
  await tx.run(statements.delete(rows, [[key]]))
  author.auditLog.note({ shape, key, previous, next: null }, author)
}

/** Counts a change of the record's nested rows. */
export async function touchRow(tx: Tx, shape: Shape, key: Key): Promise<void> {
  const { statements, rows } = declaredWrites(shape, tx.dialect)
  await tx.run(statements.update(assignmentsOf({}, nextRevision), rows, [[key]]))
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
