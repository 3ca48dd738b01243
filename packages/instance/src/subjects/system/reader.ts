import { Problem } from '@millwright/contract/problem'
import type { Parts } from '../../gateway/parts.ts'
import { createLruCache } from '../../platform/cache.ts'
import { answeredRows, countRecords, readListOf, readOne, readPage } from '../../records/record-reader.ts'
import type { ReadContext } from '../../records/system/declared-table.ts'
import { dialectOf, type Key } from '../../records/system/dialect.ts'
import { etagOf } from '../../records/system/etag.ts'
import { createRelatedReader } from '../../records/system/related.ts'
import { planResource, type ResourcePlan, type ResourceQuery } from '../../records/system/resource-plan.ts'
import { type Row, rowsOf } from '../../records/system/sql-runner.ts'
import { answeredOrigin } from '../../request/answered-origin.ts'
import type { ApiRequest } from '../../request/api-request.ts'
import { filterParams } from '../../request/filter-params.ts'
import type { Store } from '../../store/store.ts'
import type { ResourceDeclaration } from './resource.ts'

export interface OneRecord {
  readonly record: Row
  readonly etag: string | null
}

/** By which address the reader came, for addresses in records. */
type Addressed = Pick<ApiRequest, 'origin' | 'linkOrigin'>

/** Reads committed rows of one resource in the form of the wire. */
export interface Reader {
  plan(query: ResourceQuery): ResourcePlan
  /** The same for a query whose filter may have lookups in its values. */
  planFor(query: ResourceQuery, request: ApiRequest): Promise<ResourcePlan> | ResourcePlan
  /** Undefined when the resource has no such row. */
  one(plan: ResourcePlan, key: Key, request: Addressed): Promise<OneRecord | undefined>
  /** By key, for those that exist. */
  many(plan: ResourcePlan, keys: readonly Key[], request: Addressed): Promise<Map<Key, Row>>
  list(plan: ResourcePlan, limit: number, offset: number, request: Addressed): Promise<readonly Row[]>
  count(plan: ResourcePlan): Promise<number>
}

/** What reading stands on. */
export interface ReaderParts extends Pick<Parts, 'vault' | 'clock' | 'appsPlace' | 'lookups' | 'config'> {
  /** Where the rows are. */
  readonly store: Pick<Store, 'engine' | 'statements'>
}

const mostPlans = 500
/** Queries longer than this are rare and compiled each time. */
const longestName = 2000

export function createReader(declaration: ResourceDeclaration, parts: ReaderParts): Reader {
  const { store, vault, clock } = parts
  const source = rowsOf(store.statements)
  const { declared } = declaration
  const dialect = dialectOf(store.engine)
  const revision = declared.audit === 'full' ? ', "revision"' : ''
  const plans = createLruCache<string, ResourcePlan>(mostPlans)
  /** Of whole records, in their order, which most ask for. */
  let whole: ResourcePlan | null = null
  const related = createRelatedReader(source, dialect)
  const contextOf = (request: Addressed): ReadContext => {
    const origin = () => answeredOrigin(request)
    return { vault, origin, appsOrigin: () => parts.appsPlace.originFor(origin()) ?? origin(), now: clock() }
  }

  /** Cached by the texts of the query: one with lookups depends on more than these, and is planned each time. */
  function plan(query: ResourceQuery): ResourcePlan {
    if (query.lookups !== null || query.among !== undefined) return planResource(declaration, dialect, query)
    if (isWhole(query)) {
      whole ??= planResource(declaration, dialect, query)
      return whole
    }
    const name = planName(query)
    const known = plans.get(name)
    if (known !== undefined) return known
    const made = planResource(declaration, dialect, query)
    if (name.length <= longestName) plans.set(name, made)
    return made
  }

  async function planWithLookups(query: ResourceQuery, { caller, origin }: ApiRequest): Promise<ResourcePlan> {
    return plan({ ...query, lookups: await parts.lookups.of(caller, parts.config.publicUrl ?? origin) })
  }

  return {
    plan,
    planFor: (query, request) => (hasBraces(query) ? planWithLookups(query, request) : plan(query)),
    async one(chosen, key, request) {
      const context = contextOf(request)
      const row = await readOne(source, chosen.read, key, context, revision)
      if (row === undefined) return undefined
      const etag = declared.audit === 'full' ? etagOf(key, row.revision) : null
      if (chosen.relations.length > 0) await related.attach([row], declared.key, chosen.relations, context)
      return { record: chosen.answered(row), etag }
    },
    async many(chosen, keys, request) {
      if (keys.length === 0) return new Map()
      const context = contextOf(request)
      const asked = keys.map((key) => [key])
      const rows = await readListOf(source, chosen.read, asked, Number.MAX_SAFE_INTEGER, context)
      if (chosen.relations.length > 0) await related.attach(rows, declared.key, chosen.relations, context)
      const found = rows.map((row) => keyIn(row, declared.key))
      return new Map(answeredRows(chosen.read, rows).map((row, position) => [found[position] ?? '', row]))
    },
    async list(chosen, limit, offset, request) {
      const context = contextOf(request)
      const rows = await readPage(source, chosen.read, { limit, offset }, context)
      if (chosen.relations.length > 0) await related.attach(rows, declared.key, chosen.relations, context)
      return answeredRows(chosen.read, rows)
    },
    count: (chosen) => countRecords(source, chosen.read),
  }
}

/** The refusal of every read and write of a row that is not there. */
export function notFound(key: unknown): Problem {
  return new Problem(404, `Record with identifier '${String(key)}' not found.`)
}

/** What of a request decides the SQL of a read. */
export function queryOf(
  { visible }: ResourceDeclaration,
  { params, payload, caller, among }: ApiRequest,
): ResourceQuery {
  return {
    fields: params.fields,
    related: params.related,
    order: params.order ?? params.sort ?? params.order_by,
    group: params.group ?? params.group_by,
    filter: params.filter,
    filterParams: params.filter?.includes(':') ? filterParams(params, payload) : noParams,
    lookups: null,
    only: visible?.(caller) ?? null,
    among,
  }
}

const noParams: Readonly<Record<string, string>> = {}

function hasBraces({ filter, filterParams: given }: ResourceQuery): boolean {
  if (filter === undefined) return false
  return filter.includes('{') || (given !== noParams && Object.values(given).some((value) => value.includes('{')))
}

function isWhole({ fields, related, order, group, filter, only }: ResourceQuery): boolean {
  const texts = fields ?? related ?? order ?? group ?? filter
  return texts === undefined && only === null
}

function planName({ fields, related, order, group, filter, filterParams: given, only }: ResourceQuery): string {
  const names = `${fields ?? ''}\n${related ?? ''}\n${order ?? ''}\n${group ?? ''}\n${filter ?? ''}`
  return given === noParams && only === null ? names : `${names}\n${JSON.stringify([given, only])}`
}

function keyIn(row: Row, column: string): Key {
  const key = row[column]
  return typeof key === 'number' || typeof key === 'string' ? key : ''
}
