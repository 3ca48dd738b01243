import type { TableName } from '@millwright/connector/engine/catalog'
import type { Database, Engine, Session } from '@millwright/connector/engine/engine'
import type { PlannedStatement } from '@millwright/connector/engine/schema-change'
import { Problem } from '@millwright/contract/problem'
import type { ServiceParts } from '../../../../gateway/service-kind.ts'
import type { DescribedTable } from '../../../../records/described-table.ts'
import { dialectOf } from '../../../../records/system/dialect.ts'
import { transactionOf } from '../../../../records/system/sql-runner.ts'
import type { ApiRequest } from '../../../../request/api-request.ts'
import { flag } from '../../../../request/params.ts'
import { refuseManaged } from '../../../ground/system/refuse-managed.ts'
import type { RelationDraft, TableDraft } from './drafts.ts'
import { tryExtras, writeExtras } from './extras-writer.ts'
import { tableNameOf } from './names.ts'
import type { SchemaCache } from './schema-reader.ts'
import { findTable, type SchemaState } from './schema-state.ts'
import type { Known, SchemaWork } from './work-out.ts'

/** The schema while one request changes table after table: only changed tables are read again, and only when needed. */
class StateWhileWriting {
  readonly #engine: Engine
  readonly #schema: Pick<SchemaCache, 'lookAgain'>
  #state: SchemaState
  /** Tables changed since the last read, by names and aliases in lower case. */
  readonly #changed = new Map<string, TableName>()

  constructor(engine: Engine, schema: Pick<SchemaCache, 'lookAgain'>, state: SchemaState) {
    this.#engine = engine
    this.#schema = schema
    this.#state = state
  }

  /** Returns a state that is current for these names; without names, for all tables. */
  async state(names?: readonly string[]): Promise<SchemaState> {
    const stale =
      names === undefined ? this.#changed.size > 0 : names.some((name) => this.#changed.has(name.toLowerCase()))
    if (stale) {
      this.#state = await this.#schema.lookAgain(this.#state, [...new Set(this.#changed.values())])
      this.#changed.clear()
    }
    return this.#state
  }

  /** Must be called before the change is executed, as it may fail halfway. */
  changes({ table, extras }: SchemaWork): void {
    const { schema, name } = this.#state.raw.get(table) ?? tableNameOf(table, this.#engine)
    const before = this.#state.extras.tables.get(table)?.alias
    const after = extras.find((change) => change.kind === 'table')?.extras.alias
    for (const each of [table, before, after]) {
      if (typeof each === 'string')
        this.#changed.set(each.toLowerCase(), this.#changed.get(table.toLowerCase()) ?? { schema, name })
    }
  }
}

export interface WriterContext {
  readonly service: ServiceParts
  readonly engine: Engine
  readonly database: Database
  readonly schema: SchemaCache
}

/** Plans a change on the current state of the database and executes it, unless it is a preview. */
export class SchemaWriter {
  readonly #context: WriterContext
  readonly #preview: PlannedStatement[] | null
  readonly #mayWriteSql: boolean
  readonly #request: ApiRequest
  /** Set for a request that changes several tables. */
  #several: StateWhileWriting | null = null

  constructor(context: WriterContext, request: ApiRequest) {
    const { params, caller } = request
    this.#context = context
    this.#request = request
    this.#preview = flag(params, 'preview') ? [] : null
    this.#mayWriteSql = caller.sysadmin
  }

  /** Statements of a preview, in order; `null` if changes are executed. */
  get previewed(): readonly PlannedStatement[] | null {
    return this.#preview
  }

  /** Prepares a request that changes several tables: reads the whole database once, and afterwards only tables that it changed. */
  async lookAtAll(): Promise<void> {
    const { engine, schema } = this.#context
    this.#several = new StateWhileWriting(engine, schema, await schema.state(true))
  }

  /** Returns the current table, or `null` if it does not exist. `names`: as for `known`. */
  async find(name: string, names?: readonly string[]): Promise<DescribedTable | null> {
    try {
      return await this.get(name, names)
    } catch (error) {
      if (error instanceof Problem && error.status === 404) return null
      throw error
    }
  }

  async get(name: string, names?: readonly string[]): Promise<DescribedTable> {
    if (this.#several === null) return this.#context.schema.table(name, true)
    return findTable(await this.#several.state(names), name)
  }

  /**
   * Returns the state on which a change is planned. `others`: tables of the request, by their names in lower case; `names`: tables that the
   * change can refer to, all by default.
   */
  async known(
    relations: readonly RelationDraft[] = [],
    others: ReadonlyMap<string, TableDraft> = new Map(),
    names?: readonly string[],
  ): Promise<Known> {
    const { engine, schema, service } = this.#context
    const serviceId = service.row.id
    const state = await (this.#several?.state(names) ?? schema.state())
    const serviceNames = await this.#serviceNames(relations)
    return { engine, serviceId, state, others, serviceNames, waiting: new Set(), mayWriteSql: this.#mayWriteSql }
  }

  /** Executes a change: first the statements in the database, which succeed or fail together, then the extras. */
  async carryOut(work: SchemaWork): Promise<void> {
    const { statements, extras } = work
    await this.#refuseManaged(work)
    if (this.#preview !== null) {
      this.#preview.push(...statements)
      return
    }
    const { database, service } = this.#context
    const by = { parts: service.host.parts, service: service.row.name, request: this.#request }
    if (statements.length > 0) await tryExtras(by, service.row.id, extras)
    this.#several?.changes(work)
    if (statements.length > 0) {
      await database.changeSchema(async (session) => {
        for (const statement of statements) await run(session, statement)
      })
    }
    await writeExtras(by, service.row.id, extras)
  }

  /** With the lock, tables of folders of configuration are changed by applies alone. */
  async #refuseManaged({ table }: SchemaWork): Promise<void> {
    const { host, row } = this.#context.service
    const { config, store } = host.parts
    if (!config.configLock || this.#request.appliesConfig === true) return
    const tx = transactionOf(dialectOf(store.engine), store.statements)
    await refuseManaged(tx, 'table', [`${row.name}/${table}`])
  }

  async #serviceNames(relations: readonly RelationDraft[]): Promise<Map<number, string>> {
    const { host, row } = this.#context.service
    const ids = relations.flatMap(({ virtual }) =>
      virtual === null ? [] : [virtual.refServiceId, virtual.junctionServiceId ?? row.id],
    )
    const names = new Map<number, string>()
    for (const id of new Set(ids)) {
      const found = id === row.id ? row : await host.serviceById(id)
      if (found !== null) names.set(id, found.name)
    }
    return names
  }
}

async function run(session: Session, { sql, isCheck }: PlannedStatement): Promise<void> {
  try {
    await session.run({ sql, values: [] })
  } catch (error) {
    if (!isCheck || !(error instanceof Problem)) throw error
    throw new Problem(409, `The change would break what depends on it. ${error.message}`)
  }
}
