import type { Session } from '@millwright/connector/engine/engine'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { BatchWork } from '../batch-run.ts'
import { type Draft, readDraft } from './draft.ts'
import { updateNotedRecord, updateNotedRecords } from './history/noted-writes.ts'
import { readRecordKey, recordNotFound, withoutKey } from './record-keys.ts'
import { nestedRecords } from './whole-records.ts'
import type { Written } from './write-answer.ts'
import { missing } from './write-records.ts'
import { crossServiceMembers, crossServiceOwners, reachesOtherServices } from './write-related.ts'
import { forgetKey, type RecordKey, type WriteScope } from './write-scope.ts'

/** A change, and the id of the record to change. */
export interface UpdateItem {
  readonly id: unknown
  readonly record: unknown
  /** The id comes from the record, so its key fields are not changed. */
  readonly own: boolean
}

interface Change {
  readonly key: RecordKey
  draft: Draft
  readonly record: unknown
  /** The same change applies to other records too. */
  readonly isShared: boolean
}

/** Maximum number of keys per statement, for single and composite keys. */
const maxTogether = { single: 1_000, several: 200 }

/** Updates the records of a PUT or PATCH as a batch. */
export function update(scope: WriteScope, items: readonly UpdateItem[]): BatchWork<Session, Change, Written> {
  const { context, keys } = scope
  const { upserts } = context.settings
  const drafts = new Map<unknown, Draft>()

  function draftOf({ record, own }: UpdateItem): Draft {
    const known = own ? undefined : drafts.get(record)
    if (known !== undefined) return known
    const draft = readDraft(scope.fields, record, { ...scope.draft, creating: false })
    if (own) forgetKey(scope, draft)
    else drafts.set(record, draft)
    return draft
  }

  async function insertMissing(session: Session, { key, record }: Change): Promise<RecordKey> {
    if (!upserts) throw missing(scope, key)
    const draft = readDraft(scope.fields, withKey(scope, record, key), { ...scope.draft, creating: true })
    return nestedRecords.create(session, scope, draft)
  }

  return {
    count: items.length,
    prepare(position) {
      const item = items[position]
      if (item === undefined) throw new Error('There is no such record in the batch')
      if (!isRecord(item.record)) throw new Problem(400, 'Each record must be an object.')
      if (item.id === undefined) throw withoutKey(keys, 'update')
      const key = readRecordKey(context.engine, keys, item.id)
      if (key === null) throw recordNotFound(item.id)
      return { key, draft: draftOf(item), record: item.record, isShared: !item.own }
    },
    async write(session, change) {
      const changed = await nestedRecords.change(session, scope, change.key, change.draft)
      return { key: changed ?? (await insertMissing(session, change)), record: null }
    },
    groups: {
      most: keys.length === 1 ? maxTogether.single : maxTogether.several,
      nameOf: (change) => {
        if (upserts || change.draft.related.length > 0) return null
        if (change.isShared) return changesKey(scope, change.draft) ? null : 'same'
        // Avoiding a savepoint per record only pays off where a failure aborts the whole transaction.
        return context.engine.dialect.failureEndsTransaction ? 'each' : null
      },
      async write(session, group) {
        const [first] = group
        if (first === undefined) return []
        const wanted = group.map(({ key }) => key)
        const changed = first.isShared
          ? await updateNotedRecords(session, scope, wanted, first.draft)
          : await eachInTurn(group, ({ key, draft }) => updateNotedRecord(session, scope, key, draft))
        return changed?.map((key) => ({ key, record: null })) ?? null
      },
    },
    isCompound: ({ draft }) => upserts || scope.permitted.rows !== null || draft.related.length > 0,
    separate: reachesOtherServices(
      scope,
      items.map(({ record }) => record),
    ),
    async before(change) {
      change.draft = await crossServiceOwners(scope, change.draft)
    },
    after: ({ draft }, { key }) => crossServiceMembers(scope, key, draft),
  }
}

/** Returns `null` as soon as one result is. */
async function eachInTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R | null>): Promise<R[] | null> {
  const done: R[] = []
  for (const item of items) {
    const result = await work(item)
    if (result === null) return null
    done.push(result)
  }
  return done
}

function changesKey({ fields, keys }: WriteScope, { slots }: Draft): boolean {
  return fields.all.some(({ field, index }) => keys.includes(field) && slots[index] !== undefined)
}

function withKey({ keys }: WriteScope, record: unknown, key: RecordKey): unknown {
  const complete = { ...(isRecord(record) ? record : {}) }
  for (const [part, field] of keys.entries()) complete[field.apiName] = key[part]
  return complete
}
