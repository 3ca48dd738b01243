import type { TableName } from '@millwright/connector/engine/catalog'
import type { Database, Engine } from '@millwright/connector/engine/engine'
import { isContractEnforcement, isContractMode, type TableDocument } from '@millwright/contract/wire/schema-contract'
import type { Cache, ServiceCaches } from '../../../../gateway/ports/service-caches.ts'
import type { DescribedTable, SchemaReader } from '../../../../records/described-table.ts'
import type { Store } from '../../../../store/store.ts'
import { fieldExtras, relationExtras, type ServiceExtras, virtualRelation } from './extras.ts'
import type { Locks } from './locked-table.ts'
import { findTable, refreshed, type SchemaState, schemaState } from './schema-state.ts'

interface Options {
  readonly engine: Engine
  readonly database: Pick<Database, 'introspect'>
  readonly serviceId: number
  readonly store: Pick<Store, 'db'>
  readonly caches: ServiceCaches
}

/** The cached schema of a service: loaded as a whole on first use, and again after any change of the service. */
export class SchemaCache implements SchemaReader {
  readonly #options: Options
  /** Valid as long as the service's cache is the same object: a change of the service on any node replaces it. */
  #kept: { readonly cache: Cache; readonly state: SchemaState } | null = null
  #loading: { readonly cache: Cache; readonly state: Promise<SchemaState> } | null = null

  constructor(options: Options) {
    this.#options = options
  }

  /** Returns the state of all tables. */
  state(refresh = false): SchemaState | Promise<SchemaState> {
    const cache = this.#cache
    if (!refresh && this.#kept?.cache === cache) return this.#kept.state
    if (!refresh && this.#loading?.cache === cache) return this.#loading.state
    const state = this.#load().then((loaded) => this.#keep(cache, loaded))
    const loading = { cache, state }
    this.#loading = loading
    const done = () => {
      if (this.#loading === loading) this.#loading = null
    }
    state.then(done, done)
    return state
  }

  async tables(refresh = false): Promise<readonly DescribedTable[]> {
    return (await this.state(refresh)).tables
  }

  table(name: string, refresh = false): DescribedTable | Promise<DescribedTable> {
    if (!refresh && this.#kept?.cache === this.#cache) return findTable(this.#kept.state, name)
    if (refresh) return this.#refresh(name)
    return Promise.resolve(this.state()).then((state) => findTable(state, name))
  }

  /** Reads one table again, or all tables if the name was unknown. */
  async #refresh(name: string): Promise<DescribedTable> {
    const cache = this.#cache
    const kept = this.#kept?.cache === cache ? this.#kept.state : null
    const known = kept?.byName.get(name)
    if (kept === null || known === undefined) return findTable(await this.state(true), name)
    return findTable(this.#keep(cache, await this.lookAgain(kept, [known.table])), name)
  }

  /** Returns a new state with some tables read again; the given state stays unchanged. */
  async lookAgain(state: SchemaState, tableNames: readonly TableName[]): Promise<SchemaState> {
    const { engine, serviceId, database, store } = this.#options
    const [{ tables }, extras] = await Promise.all([database.introspect(tableNames), readExtras(store, serviceId)])
    return refreshed(engine, serviceId, state, tableNames, tables, extras)
  }

  async #load(): Promise<SchemaState> {
    const { engine, serviceId, database, store } = this.#options
    const [{ tables }, extras, locks] = await Promise.all([
      database.introspect(),
      readExtras(store, serviceId),
      readLocks(store, serviceId),
    ])
    const state = schemaState(engine, serviceId, tables, extras, locks)
    await state.describe()
    return state
  }

  /** A state loaded while the service changed is only used by the call that loaded it. */
  #keep(cache: Cache, state: SchemaState): SchemaState {
    if (cache === this.#cache) this.#kept = { cache, state }
    return state
  }

  get #cache(): Cache {
    return this.#options.caches.of(this.#options.serviceId)
  }
}

/** Reads the extras of a service with few statements, regardless of its number of tables. */
async function readExtras({ db }: Pick<Store, 'db'>, serviceId: number): Promise<ServiceExtras> {
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
async function readLocks({ db }: Pick<Store, 'db'>, serviceId: number): Promise<Locks> {
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
