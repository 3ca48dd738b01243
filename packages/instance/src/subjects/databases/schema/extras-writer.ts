import type { Transaction } from 'kysely'
import { type Change, transactionStatements } from '../../../store/changes.ts'
import type { Tables } from '../../../store/tables.ts'
import { noteHistory, type SchemaActor } from './audited-history.ts'
import type { VirtualRelation } from './extras.ts'
import { type ExtrasChange, isEmpty } from './extras-changes.ts'
import { fieldRow, relationRow, virtualRelation, virtualRow } from './extras-rows.ts'
import { columnsIn } from './relation-name.ts'

/** Stores changes of a service's extras in one transaction, and invalidates the affected services on every node. */
export async function writeExtras(by: SchemaActor, serviceId: number, changes: readonly ExtrasChange[]): Promise<void> {
  const { store } = by.parts
  if (changes.length === 0) {
    await store.changes.publish([{ table: 'service', ids: [serviceId] }])
    return
  }
  const concerned = new Set([serviceId])
  const forgotten = (): readonly Change[] => [{ table: 'service', ids: [...concerned] }]
  await store.transaction(async (tx) => {
    for (const change of changes) for (const id of await apply(tx, serviceId, change, by)) concerned.add(id)
    await store.changes.publishIn(transactionStatements(tx), forgotten())
  })
  store.changes.publishHere(forgotten())
}

/** Returns whether the history of a table is on. */
async function wasOn(tx: Transaction<Tables>, serviceId: number, table: string): Promise<boolean> {
  const row = await tx
    .selectFrom('db_table_extras')
    .select('history')
    .where('service_id', '=', serviceId)
    .where('table_name', '=', table)
    .executeTakeFirst()
  return row !== undefined && row.history !== 0
}

/** Applies a change and returns the ids of other affected services. */
async function apply(
  tx: Transaction<Tables>,
  serviceId: number,
  change: ExtrasChange,
  by: SchemaActor,
): Promise<readonly number[]> {
  const { table } = change
  const key = { service_id: serviceId, table_name: table }
  if (change.kind === 'table') {
    const { history: isOn } = change.extras
    if (isOn !== (await wasOn(tx, serviceId, table))) await noteHistory(tx, by, table, isOn)
    await forgetRow(tx, 'db_table_extras', serviceId, table)
    if (isEmpty(change.extras)) return []
    const { nameField, history, ...extras } = change.extras
    await tx
      .insertInto('db_table_extras')
      .values({ ...key, ...extras, name_field: nameField, history: Number(history) })
      .execute()
  } else if (change.kind === 'field') {
    await forgetField(tx, serviceId, table, change.field)
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

async function forgetField(tx: Transaction<Tables>, serviceId: number, table: string, field: string): Promise<void> {
  await tx
    .deleteFrom('db_field_extras')
    .where('service_id', '=', serviceId)
    .where('table_name', '=', table)
    .where('field_name', '=', field)
    .execute()
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
  const names = (list: string | null) => field === null || columnsIn(list).includes(field)
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
