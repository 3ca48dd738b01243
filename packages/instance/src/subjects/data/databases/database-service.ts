import type { Settings } from '@millwright/connector/config-values'
import { withListedFunctions } from '@millwright/connector/engine/database-settings'
import type { Database, Engine, Session } from '@millwright/connector/engine/engine'
import type { Routine } from '@millwright/connector/engine/routine'
import type { MaybePromise, Outcome, Statement } from '@millwright/connector/engine/statement'
import { Problem } from '@millwright/contract/problem'
import { verbsOf } from '@millwright/contract/verbs'
import { decide } from '../../../access/decide.ts'
import { tablePolicy } from '../../../access/table-policy.ts'
import { withSharedTransactions } from '../../../engines/shared-transaction.ts'
import type { Service } from '../../../gateway/service.ts'
import type { ServiceParts } from '../../../gateway/service-kind.ts'
import { currentRequest, inRequest, inSpan, newRequestId } from '../../../platform/tracing/request-context.ts'
import { conditionProblem } from '../../../records/tables/described-model.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { askedFields, flag, pick, text } from '../../../request/params.ts'
import { type DatabaseContext, type DatabaseResource, databaseContext } from './database-context.ts'
import { cachedDescription } from './docs/cached-description.ts'
import { describeDatabase } from './docs/describe-database.ts'
import { createReadCache, createRecordsResource } from './records-resource.ts'
import { RoutineCache } from './routines/routine-cache.ts'
import { createRoutinesResource } from './routines/routines-resource.ts'
import { lockedSchema } from './schema/locked-schema.ts'
import { asDescribed, forRecords } from './schema/locked-table.ts'
import { SchemaCache } from './schema/schema-reader.ts'
import { createSchemaResource, type SchemaContext } from './schema/schema-resource.ts'

/**
 * A database as a service: lists its resources at its root and dispatches calls to them (docs/wire/databases.md). `settings`: the
 * configuration for the engine.
 */
export function createDatabaseService(
  kind: Engine,
  service: ServiceParts,
  settings: Settings = service.config,
): Service {
  const engine = withListedFunctions(kind, settings)
  const { row, host } = service
  const opened = engine.open(settings)
  const logged = withSlowStatementLog(opened, row.name, host.parts.config.usage.slow)
  const { database, whole } = withSharedTransactions(logged, { dialect: engine.dialect, serviceId: row.id })
  const { store, caches } = host.parts
  const schema = new SchemaCache({ engine, database, serviceId: row.id, store, caches })
  const context: SchemaContext = databaseContext({ engine, database, schema }, service)
  const records: DatabaseContext = { ...context, schema: lockedSchema(schema, forRecords) }
  const routines =
    engine.routines === null
      ? null
      : new RoutineCache({ dialect: engine.routines, database, settings, serviceId: row.id, caches })
  const resources = [...tableParts(context, records), ...routineParts(context, routines)]
  const byName = new Map<string, DatabaseResource>(resources.map((resource) => [resource.name, resource]))

  function locate(path: string): { resource: DatabaseResource; rest: string[] } {
    const [first = '', ...rest] = path.split('/')
    const resource = byName.get(first)
    if (resource !== undefined) return { resource, rest }
    throw new Problem(404, `Resource '${first}' not found for service '${row.name}'.`)
  }

  async function refreshIfAsked({ params }: ApiRequest): Promise<void> {
    if (flag(params, 'refresh')) await Promise.all([schema.tables(true), routines?.all(true)])
  }

  async function handle(request: ApiRequest): Promise<ApiResponse> {
    if (request.resource !== '') {
      const { resource, rest } = locate(request.resource)
      return resource.handle(request, rest)
    }
    await refreshIfAsked(request)
    return databaseRoot(request, resources)
  }

  const part = { kind: 'database', name: row.name } as const
  const attributes = { 'db.system.name': kind.name, 'millwright.service': row.name }
  const spanOf = ({ verb }: ApiRequest) => ({ name: `${verb} ${row.name}`, kind: 'client', attributes, part }) as const

  /** Applies the read-only mode to this call only; calls made meanwhile have their own. */
  function bounded<T>({ readsOnly = false }: ApiRequest, work: () => T): T {
    const around = currentRequest()
    if (readsOnly === (around?.readsOnly ?? false)) return work()
    return inRequest({ ...around, id: around?.id ?? newRequestId(), readsOnly }, work)
  }

  return {
    publicEndpoints: [],
    guard: ({ resource }) => {
      if (resource !== '') locate(resource)
    },
    async accessList(request) {
      await refreshIfAsked(request)
      return databaseComponents(request, resources)
    },
    outline: () =>
      describeDatabase(row.name, { serviceId: row.id, engine, tables: [], routines: null, isBrief: false }),
    describe: cachedDescription({ engine, row, schema: lockedSchema(schema, asDescribed), routines }),
    tables: (refresh) => schema.tables(refresh),
    recordTables: (refresh) => records.schema.tables(refresh),
    ...(engine.dialect.transactions
      ? {
          async whole(work, how) {
            // Reading them within the transaction would need a second connection.
            await records.schema.tables(false)
            return whole(work, how)
          },
        }
      : {}),
    async conditionProblem(name, condition) {
      const table = (await schema.tables()).find(({ apiName }) => apiName.toLowerCase() === name.toLowerCase())
      return table === undefined ? null : conditionProblem(engine, table, condition)
    },
    handle: (request) => bounded(request, () => inSpan(spanOf(request), () => handle(request))),
    load: () => opened.load ?? null,
    close: () => database.close(),
  }
}

function tableParts(context: SchemaContext, records: DatabaseContext): readonly DatabaseResource[] {
  const { schema } = context
  return [
    {
      name: '_schema',
      label: 'Schema Table',
      nested: true,
      handle: createSchemaResource(context),
      names: async () => (await schema.tables()).map(({ name }) => name),
    },
    {
      name: '_table',
      label: 'Table',
      nested: true,
      handle: createRecordsResource(records, (request) => tablePolicy(context.service.host.parts, request)),
      names: async () => (await records.schema.tables()).map(({ apiName }) => apiName),
    },
  ]
}

function routineParts(context: DatabaseContext, routines: RoutineCache | null): readonly DatabaseResource[] {
  const dialect = context.engine.routines
  if (dialect === null || routines === null) return []
  const { invalidate } = createReadCache(context)
  const part = (name: '_proc' | '_func', label: string, kind: Routine['kind']): DatabaseResource => ({
    name,
    label,
    nested: false,
    handle: createRoutinesResource(context, { kind, dialect, routines, onCall: invalidate }),
    names: () => routines.names(kind),
  })
  return [part('_proc', 'Stored Procedure', 'procedure'), part('_func', 'Stored Function', 'function')]
}

/** Wraps a database so that slow statements are recorded in their request; does not pass on `load`. `slow`: milliseconds. */
function withSlowStatementLog(database: Database, service: string, slow: number): Database {
  const timed = (run: Session['run']): Session['run'] => {
    return (statement) => {
      const begun = performance.now()
      const outcome = run(statement)
      if (!(outcome instanceof Promise)) {
        tell(statement, performance.now() - begun)
        return outcome
      }
      const ended = () => tell(statement, performance.now() - begun)
      outcome.then(ended, ended)
      return outcome
    }
  }

  function tell({ sql }: Statement, ms: number): void {
    if (ms >= slow) currentRequest()?.story?.addSlow(service, sql, ms)
  }

  const inside = (session: Session): Session => ({
    run: timed((statement): MaybePromise<Outcome> => session.run(statement)),
  })

  return {
    run: timed((statement) => database.run(statement)),
    transaction: (work) => database.transaction((session) => work(inside(session))),
    changeSchema: (work) => database.changeSchema(work),
    session: (work) => database.session((session) => work(inside(session))),
    stream: (statement) => database.stream(statement),
    introspect: (only) => database.introspect(only),
    close: () => database.close(),
  }
}

const listed = ['name', 'label'] as const

/** `GET` of a database service: lists its resources as far as the caller may use them (docs/wire/databases.md). */
async function databaseRoot(request: ApiRequest, resources: readonly DatabaseResource[]): Promise<ApiResponse> {
  const { verb, service, params } = request
  if (verb !== 'GET') throw new Problem(400, `${verb} is not supported on the service '${service}' itself.`)
  if (flag(params, 'as_access_list')) {
    return { status: 200, body: { resource: await databaseComponents(request, resources) } }
  }
  const permitted = resources.filter(({ name }) => maskOf(request, name) !== 0)
  if (flag(params, 'as_list')) return { status: 200, body: { resource: permitted.map(({ name }) => name) } }
  const fields = askedFields(params, listed, ['name'])
  const withAccess = flag(params, 'include_access') && text(params, 'fields')?.trim() === '*'
  const rows = permitted.map((resource) => {
    const row = pick(resource, fields)
    return withAccess ? { ...row, access: verbsOf(maskOf(request, resource.name)) } : row
  })
  return { status: 200, body: { resource: rows } }
}

/** Returns the components for access rules, as far as the caller may use them; `schema`: restricts them to one schema. */
async function databaseComponents(request: ApiRequest, resources: readonly DatabaseResource[]): Promise<string[]> {
  const schema = text(request.params, 'schema')?.trim().toLowerCase() ?? ''
  const wanted = (name: string) => schema === '' || name.toLowerCase().startsWith(`${schema}.`)
  const below: string[] = []
  for (const resource of resources) {
    if (maskOf(request, resource.name) !== 0) below.push(`${resource.name}/`, `${resource.name}/*`)
    for (const name of await resource.names()) {
      const path = `${resource.name}/${name}`
      if (!wanted(name) || maskOf(request, path) === 0) continue
      if (resource.nested) below.push(`${path}/`, `${path}/*`)
      else below.push(path)
    }
  }
  return below.length === 0 && maskOf(request, '') === 0 ? [] : ['', '*', ...below]
}

function maskOf(request: ApiRequest, resource: string): number {
  return decide({ ...request, resource }, []).mask
}
