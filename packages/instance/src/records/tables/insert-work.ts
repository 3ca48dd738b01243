import type { Session } from '@millwright/connector/engine/engine'
import type { DatabaseRow } from '@millwright/connector/engine/statement'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { BatchWork } from '../batch-run.ts'
import { assignmentsOf } from './assignments.ts'
import { type Draft, readDraft } from './draft.ts'
import { insertNotedRecords } from './history/noted-writes.ts'
import { nestedRecords } from './whole-records.ts'
import type { Written } from './write-answer.ts'
import { crossServiceMembers, crossServiceOwners, reachesOtherServices } from './write-related.ts'
import type { WriteScope } from './write-scope.ts'

interface NewRecord {
  draft: Draft
  readonly record: DatabaseRow
}

/** Creates the records of a POST as a batch. */
export function insertion(scope: WriteScope, records: readonly unknown[]): BatchWork<Session, NewRecord, Written> {
  const { engine } = scope.context
  const options = { ...scope.draft, creating: true }
  return {
    count: records.length,
    prepare(position) {
      const record = records[position]
      const draft = readDraft(scope.fields, record, options)
      return { draft, record: isRecord(record) ? record : {} }
    },
    async write(session, { draft, record }) {
      return written(scope, await nestedRecords.create(session, scope, draft), record)
    },
    groups: {
      most: mostTogether(scope),
      nameOf: ({ draft }) =>
        draft.related.length > 0 || !engine.dialect.insertsTogether
          ? null
          : assignmentsOf(scope.fields, draft, 'onInsert').name || null,
      async write(session, group) {
        const keys = await insertNotedRecords(
          session,
          scope,
          group.map(({ draft }) => draft),
        )
        return keys?.map((key, position) => written(scope, key, group[position]?.record ?? {})) ?? null
      },
    },
    isCompound: ({ draft }) => scope.permitted.rows !== null || draft.related.length > 0,
    separate: reachesOtherServices(scope, records),
    async before(ready) {
      ready.draft = await crossServiceOwners(scope, ready.draft)
    },
    after: ({ draft }, { key }) => crossServiceMembers(scope, key, draft),
  }
}

/** A record without identifying fields is returned as sent. */
function written({ keys }: WriteScope, key: Written['key'], record: DatabaseRow): Written {
  return { key, record: keys.length === 0 ? record : null }
}

/** Maximum number of rows per statement, as the number of placeholders is limited. */
function mostTogether({ fields, context }: WriteScope): number {
  return Math.max(1, Math.min(500, Math.floor(context.engine.dialect.maxValues / Math.max(1, fields.all.length * 2))))
}
