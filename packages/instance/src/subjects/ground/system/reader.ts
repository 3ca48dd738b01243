import { Problem } from '@millwright/contract/problem'
import { isFullAdmin } from '../../../access/required-rights.ts'
import { shownTo } from '../../../access/shown.ts'
import type { Parts } from '../../../gateway/parts.ts'
import { createLruCache } from '../../../platform/cache.ts'
import { countRecords, projectRows, readListOf, readPage, readRow } from '../../../records/record-reader.ts'
import type { ReadContext } from '../../../records/system/declared-table.ts'
import { dialectOf, type Key, quoted } from '../../../records/system/dialect.ts'
import { etagOf } from '../../../records/system/etag.ts'
import { withhold } from '../../../records/system/read-place.ts'
import { createRelatedReader } from '../../../records/system/related.ts'
import { planResource, type ResourcePlan, type ResourceQuery } from '../../../records/system/resource-plan.ts'
import { countRows, isCounted, type NearPlace, placeAt } from '../../../records/system/row-counts.ts'
import type { Search } from '../../../records/system/search.ts'
import { type Row, rowsOf, transactionOf } from '../../../records/system/sql-runner.ts'
import { type ApiRequest, responseOrigin } from '../../../request/api-request.ts'
import { filterParams } from '../../../request/params.ts'
import type { Store } from '../../../store/store.ts'
import type { ResourceDeclaration } from './resource.ts'

export interface OneRecord {
  readonly record: Row
  readonly etag: string | null
}

/** The origin of the request, for URLs in records, and its caller, for what they are shown. */
type Asked = Pick<ApiRequest, 'origin' | 'linkOrigin' | 'caller' | 'requestor'>

/** Reads committed rows of one resource in their API form. */
export interface Reader {
  plan(query: ResourceQuery): ResourcePlan
  /** Like `plan`, for a query whose filter may contain lookup keys. */
  planFor(query: ResourceQuery, request: ApiRequest): Promise<ResourcePlan> | ResourcePlan
  /** `undefined` if there is no such row. */
  one(plan: ResourcePlan, key: Key, request: Asked): Promise<OneRecord | undefined>
  /** Existing rows, by key. */
  many(plan: ResourcePlan, keys: readonly Key[], request: Asked): Promise<Map<Key, Row>>
  list(plan: ResourcePlan, limit: number, offset: number, request: Asked): Promise<readonly Row[]>
  count(plan: ResourcePlan): Promise<number>
  /** Like `count`, for a plan without a filter. */
  countWhole(plan: ResourcePlan): Promise<number>
  /** Where a plan without a filter, in the order of its keys, has a page that is far down; `null`: read it by its offset. */
  placeAt(plan: ResourcePlan, way: 'asc' | 'desc', offset: number): Promise<NearPlace | null>
  /** Counts the entries of an index of texts at which a search looks, up to a limit of those found and of those out of date. */
  probe(search: Search, limit: number): Promise<number>
  /** The first and the last key, where a long read holds the process; `null` where it does not, for keys of text, and without rows. */
  keys(): Promise<Keys | null>
}

export interface Keys {
  readonly first: number
  readonly last: number
}

/** Dependencies of a reader. */
export interface ReaderParts extends Pick<Parts, 'vault' | 'kinds' | 'clock' | 'appsPlace' | 'lookups' | 'config'> {
  /** The store to read from. */
  readonly store: Pick<Store, 'engine' | 'statements'>
}

const maxPlans = 500
/** Plans of longer queries are not cached. */
const longestName = 2000

export function createReader(declaration: ResourceDeclaration, parts: ReaderParts): Reader {
  const { store, vault, kinds, clock } = parts
  const source = rowsOf(store.statements)
  const { declared } = declaration
  const dialect = dialectOf(store.engine)
  const revision = declared.audit === 'full' ? ', "revision"' : ''
  const plans = createLruCache<string, ResourcePlan>(maxPlans)
  /** The plan for whole records in default order, the most common query. */
  let whole: ResourcePlan | null = null
  const related = createRelatedReader(source, dialect)
  const tx = transactionOf(dialect, store.statements)
  const contextOf = (request: Asked): ReadContext => {
    const origin = () => responseOrigin(request)
    return { vault, kinds, origin, appsOrigin: () => parts.appsPlace.originFor(origin()) ?? origin(), now: clock() }
  }

  /** Adds relations, and masks what the caller is not shown, in place. */
  async function complete({ relations }: ResourcePlan, rows: readonly Row[], read: ReadContext, request: Asked) {
    const shown = shownTo(request, tx)
    if (relations.length > 0) await related.attach(rows, declared.key, relations, { read, shown })
    await withhold(declared, rows, shown)
  }

  /** Plans are cached by the texts of the query. Other queries depend on more than that and are planned each time. */
  function plan(query: ResourceQuery): ResourcePlan {
    if (
      query.lookups !== null ||
      query.among !== undefined ||
      query.after !== undefined ||
      query.within !== undefined ||
      query.span !== undefined ||
      query.searched
    )
      return planResource(declaration, dialect, query)
    if (isWhole(query)) {
      whole ??= planResource(declaration, dialect, query)
      return whole
    }
    const name = planName(query)
    const known = plans.get(name)
    if (known !== undefined) return known
    const resourcePlan = planResource(declaration, dialect, query)
    if (name.length <= longestName) plans.set(name, resourcePlan)
    return resourcePlan
  }

  async function planWithLookups(query: ResourceQuery, { caller, origin }: ApiRequest): Promise<ResourcePlan> {
    return plan({ ...query, lookups: await parts.lookups.of(caller, parts.config.publicUrl ?? origin) })
  }

  const isWholeTable = ({ read }: ResourcePlan) => read.model.rows === null && isCounted(declared.table, tx)

  return {
    plan,
    planFor: (query, request) => (hasBraces(query) ? planWithLookups(query, request) : plan(query)),
    async one(chosen, key, request) {
      const context = contextOf(request)
      const row = await readRow(source, chosen.read, key, context, revision)
      if (row === undefined) return undefined
      const etag = declared.audit === 'full' ? etagOf(key, row.revision) : null
      await complete(chosen, [row], context, request)
      return { record: chosen.answered(row), etag }
    },
    async many(chosen, keys, request) {
      if (keys.length === 0) return new Map()
      const context = contextOf(request)
      const keyTuples = keys.map((key) => [key])
      const rows = await readListOf(source, chosen.read, keyTuples, Number.MAX_SAFE_INTEGER, context)
      await complete(chosen, rows, context, request)
      const found = rows.map((row) => keyIn(row, declared.key))
      return new Map(projectRows(chosen.read, rows).map((row, position) => [found[position] ?? '', row]))
    },
    async list(chosen, limit, offset, request) {
      const context = contextOf(request)
      const rows = await readPage(source, chosen.read, { limit, offset }, context)
      await complete(chosen, rows, context, request)
      return projectRows(chosen.read, rows)
    },
    count: (chosen) => countRecords(source, chosen.read),
    async countWhole(chosen) {
      return isWholeTable(chosen) ? countRows(tx, declared.table) : countRecords(source, chosen.read)
    },
    async placeAt(chosen, way, offset) {
      return isWholeTable(chosen) ? placeAt(tx, declared.table, way, offset) : null
    },
    async probe({ probe }, limit) {
      const row = await tx.first(probe.sql, ...probe.values, limit)
      return Number(row?.found) + Number(row?.missing)
    },
    async keys() {
      const column = declared.columns.find(({ name }) => name === declared.key)
      if (dialect.isShared || declared.keyType === 'text' || !column?.comparable) return null
      const key = quoted(declared.key)
      const table = quoted(declared.table)
      const end = (which: 'MIN' | 'MAX') => `(SELECT ${which}(${key}) FROM ${table})`
      const row = await tx.first(`SELECT ${end('MIN')} AS "first", ${end('MAX')} AS "last"`)
      return typeof row?.first === 'number' ? { first: row.first, last: Number(row.last) } : null
    },
  }
}

/** The error for reads and writes of a missing row. */
export function notFound(key: unknown): Problem {
  return new Problem(404, `Record with identifier '${String(key)}' not found.`)
}

/** The parts of a request that determine the SQL of a read. */
export function queryOf(
  { visible }: ResourceDeclaration,
  { params, payload, caller, among, after, within }: ApiRequest,
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
    comparesAll: isFullAdmin(caller),
    among,
    after,
    within,
  }
}

const noParams: Readonly<Record<string, string>> = {}

function hasBraces({ filter, filterParams: filterValues }: ResourceQuery): boolean {
  if (filter === undefined) return false
  return (
    filter.includes('{') ||
    (filterValues !== noParams && Object.values(filterValues).some((value) => value.includes('{')))
  )
}

function isWhole({ fields, related, order, group, filter, only }: ResourceQuery): boolean {
  const texts = fields ?? related ?? order ?? group ?? filter
  return texts === undefined && only === null
}

function planName(query: ResourceQuery): string {
  const { fields, related, order, group, filter, filterParams: filterValues, only, comparesAll } = query
  const names = `${comparesAll}\n${fields ?? ''}\n${related ?? ''}\n${order ?? ''}\n${group ?? ''}\n${filter ?? ''}`
  return filterValues === noParams && only === null ? names : `${names}\n${JSON.stringify([filterValues, only])}`
}

function keyIn(row: Row, column: string): Key {
  const key = row[column]
  return typeof key === 'number' || typeof key === 'string' ? key : ''
}
