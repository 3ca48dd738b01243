import type { Session } from '@millwright/connector/engine/engine'
import type { Draft } from './draft.ts'
import { insertNotedRecord, updateNotedRecord } from './history/noted-writes.ts'
import type { RecordWriter } from './local-target.ts'
import { localMembers, localOwners } from './write-related.ts'
import type { RecordKey, WriteScope } from './write-scope.ts'

/** Writes records with nested records: first their owners, then the records themselves, then their members. */
export const nestedRecords: RecordWriter = { create: createWhole, change: changeWhole }

async function createWhole(session: Session, scope: WriteScope, draft: Draft): Promise<RecordKey> {
  if (draft.related.length === 0) return insertNotedRecord(session, scope, draft)
  const complete = await localOwners(session, scope, draft, nestedRecords)
  const key = await insertNotedRecord(session, scope, complete)
  await localMembers(session, scope, key, complete, nestedRecords)
  return key
}

async function changeWhole(
  session: Session,
  scope: WriteScope,
  key: RecordKey,
  draft: Draft,
): Promise<RecordKey | null> {
  if (draft.related.length === 0) return updateNotedRecord(session, scope, key, draft)
  const complete = await localOwners(session, scope, draft, nestedRecords)
  const after = await updateNotedRecord(session, scope, key, complete)
  if (after !== null) await localMembers(session, scope, after, complete, nestedRecords)
  return after
}
