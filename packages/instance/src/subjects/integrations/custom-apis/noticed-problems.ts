import type { PlanProblem } from '@millwright/contract/records/execution-plan'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Parts } from '../../../gateway/parts.ts'
import type { ServiceKinds } from '../../../gateway/ports/service-kinds.ts'
import type { Registry } from '../../../gateway/registry.ts'
import { type Clock, isoMicros } from '../../../platform/clock.ts'
import type { FollowUp, RuledChange } from '../../../records/system/audit-log.ts'
import { dialectOf } from '../../../records/system/dialect.ts'
import { type Row, type Tx, transactionOf } from '../../../records/system/sql-runner.ts'
import { problemsOf, servicesOf } from '../../ground/models/custom-api-model.ts'
import { lookUpTables, missingNames, type TableLookup } from './missing-names.ts'

/** Endpoints of an API that a change may break, and which of them it may mend. */
interface Touched {
  readonly api: number
  mends(endpoint: Readonly<Row>): boolean
}

/** Notes since when active endpoints are broken, in the transaction that breaks or mends them, whatever makes it. */
export function createBrokenSince(kinds: ServiceKinds, clock: Clock): FollowUp {
  async function note(tx: Tx, { api, mends }: Touched): Promise<void> {
    const rows = await tx.all('SELECT * FROM "custom_api_endpoint" WHERE "api_id" = ?', api)
    if (rows.length === 0) return
    const services = await servicesOf(tx, api, kinds)
    for (const row of rows) {
      const isBroken = row.is_active === 1 && problemsOf(row, services).length > 0
      if (isBroken === (row.broken_since !== null) || (!isBroken && !mends(row))) continue
      const since = isBroken ? isoMicros(clock()) : null
      await tx.all('UPDATE "custom_api_endpoint" SET "broken_since" = ? WHERE "id" = ?', since, row.id)
    }
  }

  return async (tx, changes) => {
    for (const change of changes) for (const touched of await touchedBy(tx, change)) await note(tx, touched)
  }
}

/** What leaves a plan as broken as it was. */
const harmless = new Set(['label', 'description', 'policy', 'response_schema'])

/** The deletion of a service is one of sources, too. */
async function touchedBy(tx: Tx, { declared, key, previous, next, changed }: RuledChange): Promise<Touched[]> {
  if (declared.table === 'custom_api_endpoint') {
    const api = Number(next?.api_id ?? previous?.api_id)
    const isTouched = next !== null && changed.some((name) => !harmless.has(name))
    return isTouched ? [{ api, mends: ({ id }) => Number(id) === Number(key) }] : []
  }
  if (declared.table !== 'custom_api_source') return []
  const api = next?.api_id ?? previous?.api_id
  const service = next?.service_id ?? previous?.service_id
  const touched: Touched[] = [previous?.api_id, api].flatMap((id) =>
    typeof id === 'number' ? [{ api: id, mends: () => false }] : [],
  )
  if (next === null) return touched
  const added = await tx.first('SELECT "name" FROM "service" WHERE "id" = ?', service)
  return [...touched, { api: Number(api), mends: (endpoint) => callsService(endpoint, String(added?.name)) }]
}

function callsService({ execution_plan: stored }: Readonly<Row>, name: string): boolean {
  const plan: unknown = JSON.parse(String(stored))
  const steps: readonly unknown[] = isRecord(plan) && Array.isArray(plan.steps) ? plan.steps : []
  return steps.some((step) => isRecord(step) && String(step.service).toLowerCase() === name.toLowerCase())
}

/** Finds what is wrong with stored endpoints now, and notes since when active ones are broken (docs/wire/custom-apis.md). */
export interface NoticedProblems {
  /** By the ids of endpoints. Databases that take longer than a second tell nothing this time. */
  of(ids: readonly number[]): Promise<ReadonlyMap<number, readonly PlanProblem[]>>
}

type Needed = Pick<Parts, 'store' | 'clock' | 'kinds' | 'background' | 'authorities'>

/** Milliseconds for each database, if somebody waits. */
const longest = 1_000

/** Looks when it is asked, and whenever services or the schemas of their databases change: `createBrokenSince` knows no databases. */
export function createNoticedProblems(parts: Needed, find: Registry['find']): NoticedProblems {
  const { store, clock, kinds, background, authorities } = parts
  const dialect = dialectOf(store.engine)
  const stored = transactionOf(dialect, store.statements)
  /** Services to look at, all of them or some; `null`: nothing is scheduled. */
  let waiting: 'all' | ReadonlySet<number> | null = null

  store.changes.subscribe(({ table, ids }) => {
    if (table !== 'service' || ids.length === 0) return
    const isScheduled = waiting !== null
    waiting = ids === 'all' || waiting === 'all' ? 'all' : new Set([...(waiting ?? []), ...ids])
    if (!isScheduled) background.start('Looking for what custom APIs name failed', look)
  })

  async function look(): Promise<void> {
    const services = waiting === 'all' ? null : [...(waiting ?? [])]
    waiting = null
    const sources =
      services === null ? '' : `AND "api_id" IN (SELECT "api_id" FROM "custom_api_source" WHERE ${ofServices})`
    const sql = `SELECT * FROM "custom_api_endpoint" WHERE "is_active" = 1 ${sources}`
    await notice(await stored.all(sql, ...(services === null ? [] : [dialect.list(services)])), lookUpTables(find))
  }
  const ofServices = dialect.among('"service_id"', 'number')

  async function notice(rows: readonly Row[], lookup: TableLookup): Promise<Map<number, readonly PlanProblem[]>> {
    const found = new Map<number, readonly PlanProblem[]>()
    for (const [api, endpoints] of Map.groupBy(rows, ({ api_id }) => Number(api_id))) {
      const services = await servicesOf(stored, api, kinds)
      for (const row of endpoints)
        found.set(Number(row.id), [...problemsOf(row, services), ...(await goneFrom(row, lookup))])
    }
    for (const row of rows) {
      const isBroken = row.is_active === 1 && found.get(Number(row.id))?.length !== 0
      if (isBroken !== (row.broken_since !== null) && (isBroken || !lookup.isIncomplete)) await note(row, isBroken)
    }
    return found
  }

  async function goneFrom(row: Row, lookup: TableLookup): Promise<readonly PlanProblem[]> {
    if (row.is_active !== 1) return []
    const author = await authorities({ userId: idOrNull(row.author_id), appId: idOrNull(row.author_app_id) })
    return missingNames(JSON.parse(String(row.execution_plan)), author?.caller ?? null, lookup)
  }

  /** Unless the endpoint was saved in the meantime. */
  async function note({ id, revision }: Row, isBroken: boolean): Promise<void> {
    const sql = 'UPDATE "custom_api_endpoint" SET "broken_since" = ? WHERE "id" = ? AND "revision" = ?'
    const since = isBroken ? isoMicros(clock()) : null
    await store.writeBriefly(async (statements) => transactionOf(dialect, statements).all(sql, since, id, revision))
  }

  return {
    async of(ids) {
      const sql = `SELECT * FROM "custom_api_endpoint" WHERE ${dialect.among('"id"', 'number')}`
      return notice(await stored.all(sql, dialect.list(ids)), lookUpTables(find, longest))
    },
  }
}

const idOrNull = (value: unknown) => (typeof value === 'number' ? value : null)
