import type { Session } from '@millwright/connector/engine/engine'
import type { DatabaseRow } from '@millwright/connector/engine/statement'
import type { ChangeOfMany } from '../../records-context.ts'
import { keyText } from '../../related-rows.ts'
import type { Draft } from '../draft.ts'
import * as plain from '../write-records.ts'
import type { RecordKey, WriteScope } from '../write-scope.ts'
import type { ChangeNotes } from './change-notes.ts'
import { type RowImages, rowImages } from './row-images.ts'

/** The writes of `write-records.ts`, which also record rows before and after the change for tables with history. */

export async function insertNotedRecord(session: Session, scope: WriteScope, draft: Draft): Promise<RecordKey> {
  const key = await plain.insertRecord(session, scope, draft)
  const look = lookerOf(scope)
  if (look !== null) await noteCreated(look, session, scope, [key])
  return key
}

export async function insertNotedRecords(
  session: Session,
  scope: WriteScope,
  drafts: readonly Draft[],
): Promise<readonly RecordKey[] | null> {
  const keys = await plain.insertRecords(session, scope, drafts)
  const look = lookerOf(scope)
  if (look !== null && keys !== null) await noteCreated(look, session, scope, keys)
  return keys
}

export async function updateNotedRecord(
  session: Session,
  scope: WriteScope,
  key: RecordKey,
  draft: Draft,
): Promise<RecordKey | null> {
  const look = lookerOf(scope)
  if (look === null) return plain.updateRecord(session, scope, key, draft)
  const before = await rowsBefore(look, session, scope, [key])
  const after = await plain.updateRecord(session, scope, key, draft)
  if (after !== null) await noteModified(look, session, scope, before, after === key ? null : [after])
  return after
}

export async function updateNotedRecords(
  session: Session,
  scope: WriteScope,
  keys: readonly RecordKey[],
  draft: Draft,
): Promise<readonly RecordKey[] | null> {
  const look = lookerOf(scope)
  if (look === null) return plain.updateRecords(session, scope, keys, draft)
  const before = await rowsBefore(look, session, scope, keys)
  const after = await plain.updateRecords(session, scope, keys, draft)
  if (after !== null) await noteModified(look, session, scope, before, null)
  return after
}

export async function deleteNotedRecord(session: Session, scope: WriteScope, key: RecordKey): Promise<boolean> {
  const look = lookerOf(scope)
  if (look === null) return plain.deleteRecord(session, scope, key)
  const before = await rowsBefore(look, session, scope, [key])
  const done = await plain.deleteRecord(session, scope, key)
  if (done) noteDeleted(look, scope, before)
  return done
}

export async function deleteNotedRecords(
  session: Session,
  scope: WriteScope,
  keys: readonly RecordKey[],
): Promise<boolean> {
  const look = lookerOf(scope)
  if (look === null) return plain.deleteRecords(session, scope, keys)
  const before = await rowsBefore(look, session, scope, keys)
  const done = await plain.deleteRecords(session, scope, keys)
  noteDeleted(look, scope, before)
  return done
}

/** Maximum number of rows matched by a filter that are recorded individually; beyond it, only their number is recorded. */
export const maxByFilter = 10_000

/** Returns whether the rows matched by a filter are recorded individually. */
export function recordsEach(scope: WriteScope, rows: number): boolean {
  const look = lookerOf(scope)
  if (look === null || !look.images.hasKey) return false
  return rows <= maxByFilter || look.notes.expects !== null
}

/** Records a change of rows that are not recorded individually. */
export function noteMany(scope: WriteScope, action: ChangeOfMany['action'], rows: number | null): void {
  if (scope.table.recordsHistory === true && rows !== 0) {
    scope.notes?.note({ table: scope.table.name, action, rows })
  }
}

interface RowRecorder {
  readonly notes: ChangeNotes
  readonly images: RowImages
}

function lookerOf({ notes, table, context }: WriteScope): RowRecorder | null {
  return notes?.mustRead(table) === true ? { notes, images: rowImages(context.engine, table) } : null
}

async function noteCreated(
  { images }: RowRecorder,
  session: Session,
  scope: WriteScope,
  keys: readonly RecordKey[],
): Promise<void> {
  if (scope.table.recordsHistory !== true) return
  if (!images.hasKey || scope.keys.length === 0) return noteMany(scope, 'created', keys.length)
  for (const after of await images.ofKeys(session, scope.keys, keys)) {
    scope.notes?.note({ table: scope.table.name, key: images.identifier(after), before: null, after })
  }
}

/** Throws if rows differ from what the call expects. */
async function rowsBefore(
  { images, notes }: RowRecorder,
  session: Session,
  { keys: fields, table, permitted }: WriteScope,
  keys: readonly RecordKey[],
): Promise<DatabaseRow[]> {
  if (!images.hasKey) return []
  const rows = await images.ofKeys(session, fields, keys, { permitted })
  for (const row of rows) {
    const refusal = notes.expects?.(table.name, images.identifier(row), row) ?? null
    if (refusal !== null) throw refusal
  }
  return rows
}

/** `moved`: the keys after a change of key fields. */
async function noteModified(
  { images }: RowRecorder,
  session: Session,
  scope: WriteScope,
  before: readonly DatabaseRow[],
  moved: readonly RecordKey[] | null,
): Promise<void> {
  const { table, keys: fields } = scope
  if (table.recordsHistory !== true) return
  if (!images.hasKey) return noteMany(scope, 'modified', null)
  const after =
    moved === null
      ? await images.ofKeys(
          session,
          images.table.primaryKey,
          before.flatMap((row) => [images.keyOf(row) ?? []]),
        )
      : await images.ofKeys(session, fields, moved)
  const pairs = moved === null ? paired(images, before, after) : before.map((row, at) => [row, after[at]] as const)
  for (const [was, is] of pairs) {
    if (is !== undefined) scope.notes?.note({ table: table.name, key: images.identifier(is), before: was, after: is })
  }
}

function paired(images: RowImages, before: readonly DatabaseRow[], after: readonly DatabaseRow[]) {
  const textOf = (row: DatabaseRow) => keyText(Object.values(images.identifier(row)))
  const byKey = new Map(after.map((row) => [textOf(row), row]))
  return before.map((row) => [row, byKey.get(textOf(row))] as const)
}

function noteDeleted({ images }: RowRecorder, scope: WriteScope, rows: readonly DatabaseRow[]): void {
  if (scope.table.recordsHistory !== true) return
  if (!images.hasKey) noteMany(scope, 'deleted', null)
  for (const before of rows) {
    scope.notes?.note({ table: scope.table.name, key: images.identifier(before), before, after: null })
  }
}
