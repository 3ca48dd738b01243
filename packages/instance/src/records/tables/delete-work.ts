import type { Session } from '@millwright/connector/engine/engine'
import type { DatabaseRow } from '@millwright/connector/engine/statement'
import type { BatchWork } from '../batch-run.ts'
import { deleteNotedRecord, deleteNotedRecords } from './history/noted-writes.ts'
import { readRecordKey, recordNotFound, withoutKey } from './record-keys.ts'
import { type AnswerPlan, readWrittenRecords, type Written } from './write-answer.ts'
import { missing } from './write-records.ts'
import type { RecordKey, WriteScope } from './write-scope.ts'

/** Maximum number of keys per statement, for single and composite keys. */
const maxTogether = { single: 1_000, several: 200 }

/** Deletes records as a batch; returns them as they were if the plan requires it. */
export function deletion(
  scope: WriteScope,
  plan: AnswerPlan,
  ids: readonly unknown[],
): BatchWork<Session, RecordKey, Written> {
  const { context, keys } = scope
  const { dialect } = context.engine
  return {
    count: ids.length,
    prepare(position) {
      const id = ids[position]
      if (id === undefined) throw withoutKey(keys, 'delete')
      const key = readRecordKey(context.engine, keys, id)
      if (key === null) throw recordNotFound(id)
      return key
    },
    async write(session, key) {
      const before = plan === null ? null : (await readWrittenRecords(session, scope, plan, [key]))[0]
      if (before === undefined || !(await deleteNotedRecord(session, scope, key))) throw missing(scope, key)
      return { key, record: before }
    },
    groups: {
      most: keys.length === 1 ? maxTogether.single : maxTogether.several,
      // Without transactions, a joint deletion cannot be undone to find out which record was missing.
      nameOf: () => (dialect.transactions ? 'same' : null),
      async write(session, group) {
        const before = plan === null ? null : await readWrittenRecords(session, scope, plan, group)
        if (before?.includes(undefined) || !(await deleteNotedRecords(session, scope, group))) return null
        return group.map((key, position) => ({ key, record: recordAt(before, position) }))
      },
    },
    isCompound: () => plan !== null,
    separate: false,
  }
}

function recordAt(records: readonly (DatabaseRow | undefined)[] | null, position: number): DatabaseRow | null {
  return records?.[position] ?? null
}
