import { Problem } from '@millwright/contract/problem'
import type { Database, Engine, Session } from '../../../engines/engine.ts'
import type { PlannedStatement } from '../../../engines/schema-change.ts'
import type { ServiceParts } from '../../../gateway/service-kind.ts'
import type { DescribedTable } from '../../../records/described-table.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { flag } from '../../../request/params.ts'
import type { RelationDraft, TableDraft } from './drafts.ts'
import { writeExtras } from './extras-writer.ts'
import type { SchemaCache } from './schema-reader.ts'
import { findTable } from './schema-state.ts'
import { StateWhileWriting } from './state-while-writing.ts'
import type { Known, SchemaWork } from './work-out.ts'

export interface WriterContext {
  readonly service: ServiceParts
  readonly engine: Engine
  readonly database: Database
  readonly schema: SchemaCache
}

/** Works a change out from what the database says at this moment, and does it, unless it is only to be shown. */
export class SchemaWriter {
  readonly #context: WriterContext
  readonly #preview: PlannedStatement[] | null
  readonly #mayWriteSql: boolean
  readonly #request: ApiRequest
  /** Of a request that changes several tables. */
  #several: StateWhileWriting | null = null

  constructor(context: WriterContext, request: ApiRequest) {
    const { params, caller } = request
    this.#context = context
    this.#request = request
    this.#preview = flag(params, 'preview') ? [] : null
    this.#mayWriteSql = caller.sysadmin
  }

  /** What would run, in order; null when changes are really made. */
  get previewed(): readonly PlannedStatement[] | null {
    return this.#preview
  }

  /** Has a request that changes several tables look at the database once, and afterwards only at what it changed itself. */
  async lookAtAll(): Promise<void> {
    const { engine, schema } = this.#context
    this.#several = new StateWhileWriting(engine, schema, await schema.state(true))
  }

  /** The table as it is now; null: there is none. `names`: as for `known`. */
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
   * What is known when the change is worked out; `others` are the tables of the request, by their names in lower case, `names` those that the change can lead to; without
   * them it can lead to all.
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

  /** Does it: first what the database has to do, all of it or nothing, then what is stored beside. */
  async carryOut(work: SchemaWork): Promise<void> {
    const { statements, extras } = work
    if (this.#preview !== null) {
      this.#preview.push(...statements)
      return
    }
    const { database, service } = this.#context
    this.#several?.changes(work)
    if (statements.length > 0) {
      await database.reshape(async (session) => {
        for (const statement of statements) await run(session, statement)
      })
    }
    const by = { parts: service.host.parts, service: service.row.name, request: this.#request }
    await writeExtras(by, service.row.id, extras)
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
