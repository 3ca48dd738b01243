import type { BoundValue, Statement } from '@millwright/connector/engine/statement'
import { invalid } from '@millwright/contract/problem'
import { isoMicros } from '../../platform/clock.ts'
import { amongCondition } from '../where.ts'
import { type AssignedColumn, type Assignments, plainValue, type ReturnedColumn } from '../write-statements.ts'
import { authorColumns } from './authorship.ts'
import { declaredWrites, keyField } from './declared-model.ts'
import type { Actor, Column, DeclaredChange, DeclaredTable } from './declared-table.ts'
import { type Key, quoted } from './dialect.ts'
import type { FirstRow, Row, Tx } from './sql-runner.ts'

/** Reads the stored row and locks it until the transaction ends. */
export function storedRow(tx: Tx, declared: DeclaredTable, key: Key): FirstRow {
  const { statements, rows } = declaredWrites(declared, tx.dialect)
  return first(tx, statements.select('*', rows, [[key]], tx.dialect.lock))
}

/** Reads and locks the first row with these values. */
export function storedRowBy(tx: Tx, declared: DeclaredTable, values: Readonly<Record<string, Key>>): FirstRow {
  const { statements, rows } = declaredWrites(declared, tx.dialect)
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

/** Returns the new row's key and its first revision. */
export async function insertRow(tx: Tx, declared: DeclaredTable, values: Row, actor: Actor): Promise<Row> {
  if (!isUnrestricted(actor)) await actor.authorize({ tx, declared, change: { values, previous: null }, actor })
  if (declared.guard !== null) await declared.guard(tx, [values], actor)
  const checked = checkRow(tx, declared, { values, previous: null }, actor)
  if (checked !== undefined) await checked
  const row: Row = { ...values, ...authorColumns(declared, { values, previous: null }, actor) }
  if (declared.audit !== 'none') {
    const date = isoMicros(actor.now)
    row.created_date = date
    row.last_modified_date = date
  }
  if (declared.audit === 'full') row.created_by_id = actor.caller.user?.id ?? null
  const { statements } = declaredWrites(declared, tx.dialect)
  const written = assignmentsOf(row)
  const inserted = first(tx, { sql: statements.insert(written, 1, returnedBy(declared)), values: written.values })
  const created = (inserted instanceof Promise ? await inserted : inserted) ?? {}
  actor.auditLog.note({ declared, key: String(created[declared.key]), previous: null, next: row }, actor)
  return created
}

/** Returns the assignments of a row whose values have their stored form. */
function assignmentsOf(row: Readonly<Row>, more: readonly AssignedColumn[] = []): Assignments {
  const names = Object.keys(row)
  const columns = () => [...names.map((name) => ({ column: quoted(name), around: plainValue })), ...more]
  return { name: names.join(), values: Object.values(row) as BoundValue[], columns }
}

const nextRevision: readonly AssignedColumn[] = [{ column: '"revision"', around: ['"revision" + 1'] }]

const returnedColumns = new WeakMap<DeclaredTable, readonly ReturnedColumn[]>()

function returnedBy(declared: DeclaredTable): readonly ReturnedColumn[] {
  const known = returnedColumns.get(declared)
  if (known !== undefined) return known
  const names = declared.audit === 'full' ? [declared.key, 'revision'] : [declared.key]
  const outputs = names.map((name) => ({ column: quoted(name), as: quoted(name) }))
  returnedColumns.set(declared, outputs)
  return outputs
}

/** Writes the given columns and increments the revision. */
export async function updateRow(
  tx: Tx,
  declared: DeclaredTable,
  change: DeclaredChange,
  key: Key,
  actor: Actor,
): Promise<void> {
  if (!isUnrestricted(actor)) await actor.authorize({ tx, declared, change, actor })
  await declared.guard?.(tx, [change.previous ?? {}, { ...change.previous, ...change.values }], actor)
  await checkRow(tx, declared, change, actor)
  const row: Row = { ...change.values, ...authorColumns(declared, change, actor) }
  if (declared.audit !== 'none') row.last_modified_date = isoMicros(actor.now)
  if (declared.audit === 'full') row.last_modified_by_id = actor.caller.user?.id ?? null
  if (Object.keys(row).length === 0) return
  const { statements, rows } = declaredWrites(declared, tx.dialect)
  const written = assignmentsOf(row, declared.audit === 'full' ? nextRevision : [])
  await tx.run(statements.update(written, rows, [[key]]))
  actor.auditLog.note({ declared, key, previous: change.previous ?? {}, next: change.values }, actor)
}

export async function deleteRow(tx: Tx, declared: DeclaredTable, previous: Row, key: Key, actor: Actor): Promise<void> {
  if (!isUnrestricted(actor)) await actor.authorize({ tx, declared, change: { values: null, previous }, actor })
  await declared.guard?.(tx, [previous], actor)
  const { statements, rows } = declaredWrites(declared, tx.dialect)
  await tx.run(statements.delete(rows, [[key]]))
  actor.auditLog.note({ declared, key, previous, next: null }, actor)
}

/** Saves the most frequent writers a call. */
const isUnrestricted = ({ caller }: Actor) => caller.sysadmin && caller.program === undefined

/** Increments the revision after a change of the record's nested rows. */
export async function touchRow(tx: Tx, declared: DeclaredTable, key: Key): Promise<void> {
  const { statements, rows } = declaredWrites(declared, tx.dialect)
  await tx.run(statements.update(assignmentsOf({}, nextRevision), rows, [[key]]))
}

/** Throws for references to missing rows, and for violations found by the table's own check. */
export function checkRow(
  tx: Tx,
  declared: DeclaredTable,
  change: DeclaredChange,
  reading: Pick<Actor, 'kinds'>,
): Promise<void> | undefined {
  const references = declared.columns.filter((column) => isNewReference(column, change))
  return references.length === 0
    ? declared.check?.(tx, change, reading)
    : checkReferences(tx, declared, change, { columns: references, reading })
}

function isNewReference({ name, references }: Column, { values, previous }: DeclaredChange): boolean {
  const value = references === null ? null : values[name]
  return value !== undefined && value !== null && value !== previous?.[name]
}

async function checkReferences(
  tx: Tx,
  declared: DeclaredTable,
  change: DeclaredChange,
  { columns, reading }: { readonly columns: readonly Column[]; readonly reading: Pick<Actor, 'kinds'> },
): Promise<void> {
  for (const { name, references } of columns) {
    if (references === null) continue
    const value = change.values[name]
    const found = await tx.first(`SELECT "id" FROM ${quoted(references)} WHERE "id" = ?`, value)
    if (found === undefined) {
      const message = `${name} names ${references} ${String(value)}, which does not exist.`
      throw invalid({ [name]: [message] })
    }
  }
  await declared.check?.(tx, change, reading)
}
