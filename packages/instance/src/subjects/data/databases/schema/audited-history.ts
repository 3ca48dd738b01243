import { boolean, string } from '@millwright/contract/records/field'
import { CompiledQuery, type Transaction } from 'kysely'
import type { Parts } from '../../../../gateway/parts.ts'
import { declareTable } from '../../../../records/system/declared-table.ts'
import { dialectOf } from '../../../../records/system/dialect.ts'
import { type Tx, transactionOf } from '../../../../records/system/sql-runner.ts'
import type { WriteLog } from '../../../../records/system/write-log.ts'
import type { ApiRequest } from '../../../../request/api-request.ts'
import type { Tables } from '../../../../store/tables.ts'
import { actorOf } from '../../../ground/system/actor.ts'

/** Audit log entry of a table whose history is switched on or off. */
const switched = declareTable({
  table: 'db_table_extras',
  auditedAs: 'table_history',
  label: 'Table History',
  key: 'name',
  keyType: 'text',
  audit: 'none',
  fields: { name: string(), history: boolean() },
  authority: 'instance',
})

/** Who changes the schema, and of which service. */
export interface SchemaActor {
  readonly parts: Pick<Parts, 'store' | 'clock' | 'vault' | 'kinds' | 'authorize' | 'changeRule' | 'followUp'>
  readonly service: string
  readonly request: Pick<ApiRequest, 'caller' | 'address' | 'verb'>
}

/** Notes that the history of a table was switched on or off. */
export function noteHistory(
  log: WriteLog,
  { parts, service, request }: SchemaActor,
  table: string,
  isOn: boolean,
): void {
  const name = `${service}.${table}`
  const [previous, next] = [!isOn, isOn].map((history) => ({ name, history: Number(history) }))
  log.auditLog.note(
    { declared: switched, key: name, previous: previous ?? null, next: next ?? null },
    actorOf(request, log, parts),
  )
}

/** Adapts a transaction of the query builder. */
export function within(tx: Transaction<Tables>, { store }: SchemaActor['parts']): Tx {
  const all = async <Found>(sql: string, parameters: readonly unknown[]) =>
    (await tx.executeQuery<Found>(CompiledQuery.raw(sql, [...parameters]) as CompiledQuery<Found>)).rows
  return transactionOf(dialectOf(store.engine), {
    all,
    first: async <Found>(sql: string, parameters: readonly unknown[]) => (await all<Found>(sql, parameters))[0],
  })
}
