import type { Transaction } from 'kysely'
import { WriteLog } from '../../../../records/system/write-log.ts'
import { transactionStatements } from '../../../../store/changes.ts'
import type { Tables } from '../../../../store/tables.ts'
import type { Target } from '../../../ground/system/dependents/forms.ts'
import { moveNames } from '../../../ground/system/dependents/move-names.ts'
import { noteHistory, type SchemaActor, within } from './audited-history.ts'
import {
  type ExtrasChange,
  fieldRow,
  isEmpty,
  relationRow,
  type VirtualRelation,
  virtualRelation,
  virtualRow,
} from './extras.ts'
import { namesInList } from './names.ts'

/**
 * Stores changes of a service's extras in one transaction, moves names to tables and fields with another alias, and invalidates the affected
 * services on every node.
 */
export async function writeExtras(by: SchemaActor, serviceId: number, changes: readonly ExtrasChange[]): Promise<void> {
  const { store } = by.parts
  if (changes.length === 0) {
    await store.changes.publish([{ table: 'service', ids: [serviceId] }])
    return
  }
  const log = await store.transaction(async (tx) => {
    const log = new WriteLog()
    log.changed('service', serviceId)
    for (const change of changes) log.changed('service', ...(await apply({ tx, serviceId, by, log }, change)))
    await log.auditLog.write(within(tx, by.parts), by.parts)
    await store.changes.publishIn(transactionStatements(tx), log.changes())
    return log
  })
  store.changes.publishHere(log.changes())
}

const tried = new Error('Only tried.')

/**
 * Throws what `writeExtras` would throw because of a name, and stores nothing: for changes that run statements in the database first, which
 * cannot be taken back.
 */
export async function tryExtras(by: SchemaActor, serviceId: number, changes: readonly ExtrasChange[]): Promise<void> {
  const renaming = changes.filter(({ kind }) => kind === 'table' || kind === 'field')
  if (renaming.length === 0) return
  await by.parts.store
    .transaction(async (tx) => {
      for (const change of renaming) await apply({ tx, serviceId, by, log: new WriteLog() }, change)
      throw tried
    })
    .catch((error: unknown) => {
      if (error !== tried) throw error
    })
}

interface Writing {
  readonly tx: Transaction<Tables>
  readonly serviceId: number
  readonly by: SchemaActor
  readonly log: WriteLog
}

/** What is stored of a table; `history` is 0 and `alias` null if nothing is. */
async function storedTable(
  { tx, serviceId }: Writing,
  table: string,
): Promise<{ history: number; alias: string | null }> {
  const row = await tx
    .selectFrom('db_table_extras')
    .select(['history', 'alias'])
    .where('service_id', '=', serviceId)
    .where('table_name', '=', table)
    .executeTakeFirst()
  return row ?? { history: 0, alias: null }
}

/** Moves what names a table or field to its new name in the API. */
async function follow({ tx, serviceId, by, log }: Writing, target: Omit<Target, 'service'>, to: string): Promise<void> {
  if (target.name === to) return
  const { request, parts } = by
  const service = { id: serviceId, name: by.service }
  await moveNames({ tx: within(tx, parts), log, request, parts }, { ...target, service }, to)
}

/** Applies a change and returns the ids of other affected services. */
async function apply(writing: Writing, change: ExtrasChange): Promise<readonly number[]> {
  const { tx, serviceId, by, log } = writing
  const { table } = change
  const key = { service_id: serviceId, table_name: table }
  if (change.kind === 'table') {
    const before = await storedTable(writing, table)
    const { history: isOn, alias } = change.extras
    if (isOn !== (before.history !== 0)) noteHistory(log, by, table, isOn)
    await follow(writing, { kind: 'table', name: before.alias ?? table }, alias ?? table)
    await forgetRow(tx, 'db_table_extras', serviceId, table)
    if (isEmpty(change.extras)) return []
    const { nameField, history, ...extras } = change.extras
    await tx
      .insertInto('db_table_extras')
      .values({ ...key, ...extras, name_field: nameField, history: Number(history) })
      .execute()
  } else if (change.kind === 'field') {
    const before = await forgetField(tx, serviceId, table, change.field)
    const of = (await storedTable(writing, table)).alias ?? table
    await follow(
      writing,
      { kind: 'field', name: before ?? change.field, table: of },
      change.extras.alias ?? change.field,
    )
    if (isEmpty(change.extras)) return []
    await tx
      .insertInto('db_field_extras')
      .values({ ...key, field_name: change.field, ...fieldRow(change.extras) })
      .execute()
  } else if (change.kind === 'relation') {
    await tx
      .deleteFrom('db_relation_extras')
      .where('service_id', '=', serviceId)
      .where('table_name', '=', table)
      .where('relation_name', '=', change.relation)
      .execute()
    if (isEmpty(change.extras)) return []
    const row = { ...key, relation_name: change.relation, ...relationRow(change.extras) }
    await tx.insertInto('db_relation_extras').values(row).execute()
  } else if (change.kind === 'add relation') {
    await tx
      .insertInto('db_virtual_relation')
      .values({ ...key, ...virtualRow(change.relation) })
      .execute()
  } else if (change.kind === 'remove relation') await removeRelation(tx, serviceId, table, change.relation)
  else if (change.kind === 'forget field') {
    await forgetField(tx, serviceId, table, change.field)
    return forgetMentions(tx, serviceId, table, change.field)
  } else {
    await forgetRow(tx, 'db_table_extras', serviceId, table)
    await forgetRow(tx, 'db_field_extras', serviceId, table)
    await forgetRow(tx, 'db_relation_extras', serviceId, table)
    return forgetMentions(tx, serviceId, table, null)
  }
  return []
}

function forgetRow(
  tx: Transaction<Tables>,
  from: 'db_table_extras' | 'db_field_extras' | 'db_relation_extras',
  serviceId: number,
  table: string,
) {
  return tx.deleteFrom(from).where('service_id', '=', serviceId).where('table_name', '=', table).execute()
}

/** Returns the alias that the field had. */
async function forgetField(
  tx: Transaction<Tables>,
  serviceId: number,
  table: string,
  field: string,
): Promise<string | null> {
  const rows = await tx
    .deleteFrom('db_field_extras')
    .where('service_id', '=', serviceId)
    .where('table_name', '=', table)
    .where('field_name', '=', field)
    .returning('alias')
    .execute()
  return rows[0]?.alias ?? null
}

async function removeRelation(
  tx: Transaction<Tables>,
  serviceId: number,
  table: string,
  relation: VirtualRelation,
): Promise<void> {
  const rows = await tx
    .selectFrom('db_virtual_relation')
    .selectAll()
    .where('service_id', '=', serviceId)
    .where('table_name', '=', table)
    .execute()
  const wanted = JSON.stringify(relation)
  const ids = rows.filter((row) => JSON.stringify(virtualRelation(row)) === wanted).map(({ id }) => id)
  if (ids.length > 0) await tx.deleteFrom('db_virtual_relation').where('id', 'in', ids).execute()
}

/** Deletes virtual relations of any service that refer to a table, or to one of its fields. */
async function forgetMentions(
  tx: Transaction<Tables>,
  serviceId: number,
  table: string,
  field: string | null,
): Promise<readonly number[]> {
  const rows = await tx
    .selectFrom('db_virtual_relation')
    .selectAll()
    .where(({ eb, or, and }) =>
      or([
        and([eb('service_id', '=', serviceId), eb('table_name', '=', table)]),
        and([eb('ref_service_id', '=', serviceId), eb('ref_table', '=', table)]),
        and([eb('junction_service_id', '=', serviceId), eb('junction_table', '=', table)]),
      ]),
    )
    .execute()
  const names = (list: string | null) => field === null || namesInList(list).includes(field)
  const gone = rows.filter(
    (row) =>
      (row.service_id === serviceId && row.table_name === table && names(row.field)) ||
      (row.ref_service_id === serviceId && row.ref_table === table && names(row.ref_field)) ||
      (row.junction_service_id === serviceId &&
        row.junction_table === table &&
        (names(row.junction_field) || names(row.junction_ref_field))),
  )
  const ids = gone.map(({ id }) => id)
  if (ids.length > 0) await tx.deleteFrom('db_virtual_relation').where('id', 'in', ids).execute()
  return gone.map((row) => row.service_id)
}
