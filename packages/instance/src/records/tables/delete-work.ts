import type { Session } from '../../engines/engine.ts'
import type { DatabaseRow } from '../../engines/statement.ts'
import type { BatchWork } from '../batch-run.ts'
import { deleteRecord, deleteRecords } from './history/noted-writes.ts'
import { readRecordKey, recordNotFound, withoutKey } from './record-keys.ts'
import { type AnswerPlan, readWritten, type Written } from './write-answer.ts'
import { missing } from './write-records.ts'
import type { RecordKey, WriteScope } from './write-scope.ts'

/** Keys in one statement. */
const mostTogether = { single: 1_000, several: 200 }

/** Records to delete as a batch; answered as they were, as far as the plan asks for it. */
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
      const before = plan === null ? null : (await readWritten(session, scope, plan, [key]))[0]
      if (before === undefined || !(await deleteRecord(session, scope, key))) throw missing(scope, key)
      return { key, record: before }
    },
    groups: {
      most: keys.length === 1 ? mostTogether.single : mostTogether.several,
      // What was deleted together cannot be undone to find out which was not there.
      nameOf: () => (dialect.transactions ? 'same' : null),
      async write(session, group) {
        const before = plan === null ? null : await readWritten(session, scope, plan, group)
        if (before?.includes(undefined) || !(await deleteRecords(session, scope, group))) return null
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
