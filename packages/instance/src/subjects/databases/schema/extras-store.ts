import { isContractEnforcement, isContractMode, type TableDocument } from '@millwright/contract/wire/schema-contract'
import type { Store } from '../../../store/store.ts'
import type { ServiceExtras } from './extras.ts'
import { fieldExtras, relationExtras, virtualRelation } from './extras-rows.ts'
import type { Locks } from './locked-table.ts'

/** Reads the extras of a service with few statements, regardless of its number of tables. */
export async function readExtras({ db }: Pick<Store, 'db'>, serviceId: number): Promise<ServiceExtras> {
  const [tables, fields, relations, virtual] = await Promise.all([
    db.selectFrom('db_table_extras').selectAll().where('service_id', '=', serviceId).orderBy('id').execute(),
    db.selectFrom('db_field_extras').selectAll().where('service_id', '=', serviceId).orderBy('id').execute(),
    db.selectFrom('db_relation_extras').selectAll().where('service_id', '=', serviceId).orderBy('id').execute(),
    db.selectFrom('db_virtual_relation').selectAll().where('service_id', '=', serviceId).orderBy('id').execute(),
  ])
  const away = virtual
    .flatMap((row) => [row.ref_service_id, row.junction_service_id ?? serviceId])
    .filter((id) => id !== serviceId)
  return {
    tables: new Map(
      tables.map(({ name_field, history, ...row }) => [
        row.table_name,
        { ...row, nameField: name_field, history: history !== 0 },
      ]),
    ),
    fields: byTable(fields, (row) => [row.field_name, fieldExtras(row)]),
    relations: byTable(relations, (row) => [row.relation_name, relationExtras(row)]),
    virtualRelations: new Map(
      [...Map.groupBy(virtual, (row) => row.table_name)].map(([table, rows]) => [table, rows.map(virtualRelation)]),
    ),
    serviceNames: away.length === 0 ? new Map() : await serviceNames(db, [...new Set(away)]),
  }
}

/** Reads the locked schemas of a service. */
export async function readLocks({ db }: Pick<Store, 'db'>, serviceId: number): Promise<Locks> {
  const settings = await db
    .selectFrom('schema_contract')
    .selectAll()
    .where('service_id', '=', serviceId)
    .executeTakeFirst()
  const mode = isContractMode(settings?.mode) ? settings.mode : 'none'
  const enforcement = isContractEnforcement(settings?.runtime_enforcement) ? settings.runtime_enforcement : 'off'
  if (mode === 'none') return { mode, enforcement: 'off', service: '', documents: new Map() }
  const service = await db.selectFrom('service').select('name').where('id', '=', serviceId).executeTakeFirst()
  const rows = await db
    .selectFrom('schema_snapshot')
    .select(['table_name', 'schema'])
    .where('service_id', '=', serviceId)
    .where('status', '=', 'active')
    .execute()
  const document = (text: string): TableDocument => JSON.parse(text)
  const documents = new Map(rows.map((row) => [row.table_name, document(row.schema)]))
  return { mode, enforcement, service: service?.name ?? '', documents }
}

async function serviceNames(db: Store['db'], ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('service').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function byTable<Row extends { table_name: string }, Extras>(
  rows: readonly Row[],
  entry: (row: Row) => [string, Extras],
): Map<string, Map<string, Extras>> {
  return new Map(
    [...Map.groupBy(rows, (row) => row.table_name)].map(([table, found]) => [table, new Map(found.map(entry))]),
  )
}
