import { Problem } from '@millwright/contract/problem'
import type { ApiRequest, ApiResponse } from '../gateway/api-request.ts'
import { flag } from '../gateway/params.ts'
import type { Parts } from '../parts.ts'
import { ahead, type BatchVerb, batchProblem, hasFailed, type Outcome, tryEach } from './batch.ts'
import { idsOf, isRecord, noRecords, oneRecord, readBody, readKey } from './body.ts'
import type { Key, KeyType } from './dialect.ts'
import { Stale } from './etag.ts'
import type { ReadPlan } from './read-plan.ts'
import { notFound, type Reader } from './reader.ts'
import type { ResourceDeclaration } from './resource.ts'
import type { Row, Tx } from './sql-runner.ts'
import { WriteLog } from './write-log.ts'
import type { Writer, Written } from './writer.ts'

/** What the calls of one resource are made with. */
export interface ResourceTools {
  readonly declaration: ResourceDeclaration
  readonly parts: Parts
  readonly reader: Reader
  readonly writer: Writer
}

/** More than any table holds. */
const everyRow = 0x7fffffff

/** Records whose slow part is worked on at the same time. */
const hashedAhead = 4

/** `POST` of the collection. */
export async function createMany(tools: ResourceTools, request: ApiRequest): Promise<ApiResponse> {
  const { records } = readBody(request.payload)
  if (records.length === 0) throw noRecords()
  const { writer } = tools
  const plan = answerPlan(tools, request)
  const prepared = ahead(records.length, hashedAhead, (at) => writer.prepare(records[at], true, request))
  const rows = await runBatch(tools, request, plan, 'created', records.length, async (at, within) => {
    const record = await prepared(at)
    return within((tx, log) => writer.create(record, { tx, log, request }))
  })
  const etag = rows.written.length === 1 && plan === null ? rows.written[0]?.etag : null
  return { status: 201, body: { resource: rows.answers }, ...headersOf(etag) }
}

/** `PUT` and `PATCH` of the collection. */
export async function updateMany(tools: ResourceTools, request: ApiRequest): Promise<ApiResponse> {
  const { declaration, writer } = tools
  const { key, keyType } = declaration.shape
  const body = readBody(request.payload)
  const ids = idsOf(request, body)
  if (ids === null && body.records.length === 0) throw changeByFilter(request) ?? noRecords()
  const [first] = body.records
  if (ids !== null && first === undefined) throw noRecords()
  const count = ids?.length ?? body.records.length
  const prepared =
    ids === null
      ? ahead(count, hashedAhead, (at) => writer.prepare(body.records[at], false, request))
      : once(() => writer.prepare(first, false, request))
  const rows = await runBatch(tools, request, answerPlan(tools, request), 'updated', count, async (at, within) => {
    const record = ids === null ? body.records[at] : null
    const sent = ids === null ? (isRecord(record) ? record[key] : undefined) : ids[at]
    if (sent === undefined) throw new Problem(400, `A record to update has no '${key}'.`)
    const id = wantedKey(sent, keyType)
    const ready = await prepared(at)
    return within((tx, log) => writer.update(id, ready, { tx, log, request }))
  })
  return { status: 200, body: { resource: rows.answers } }
}

/** `PUT` and `PATCH` of `/{id}`. */
export async function updateOne(tools: ResourceTools, request: ApiRequest, given: string): Promise<ApiResponse> {
  const { declaration, reader, writer } = tools
  const id = wantedKey(given, declaration.shape.keyType)
  const plan = answerPlan(tools, request)
  const prepared = await writer.prepare(oneRecord(readBody(request.payload)), false, request)
  const { result, log } = await withCurrent(tools, request, id, () =>
    writer.commit((tx, changes) =>
      writer.update(id, prepared, { tx, log: changes, request, ifMatch: request.headers['if-match'] }),
    ),
  )
  const extras = await finish(tools, request, [id], false, log)
  const read = plan === null ? undefined : await reader.one(plan, id, request.origin)
  const record = read?.record ?? { [declaration.shape.key]: id }
  return { status: 200, body: { ...record, ...extras?.get(id) }, ...headersOf(read?.etag ?? result.etag) }
}

/** `DELETE` of the collection: by identifiers, by records, or all of it with `force`. */
export async function deleteMany(tools: ResourceTools, request: ApiRequest): Promise<ApiResponse> {
  const { declaration, reader, writer } = tools
  const { key, keyType } = declaration.shape
  const body = readBody(request.payload)
  const ids = idsOf(request, body) ?? (body.records.length > 0 ? body.records.map((row) => keyIn(row, key)) : null)
  const wanted = ids ?? (await allIds(tools, request))
  const plan = answerPlan(tools, request)
  const before = new Map<unknown, Row>()
  if (plan !== null) {
    const keys = wanted.flatMap((id) => readKey(id, keyType) ?? [])
    for (const [id, row] of await reader.many(plan, keys, request.origin)) before.set(id, row)
  }
  const rows = await runBatch(tools, request, null, 'deleted', wanted.length, async (at, within) => {
    const id = wantedKey(wanted[at], keyType)
    return within((tx, log) => writer.remove(id, { tx, log, request }))
  })
  if (flag(request.params, 'as_list')) return { status: 200, body: { resource: rows.answers } }
  return { status: 200, body: { resource: rows.written.map(({ id }) => before.get(id) ?? { [key]: id }) } }
}

/** `DELETE` of `/{id}`. */
export async function deleteOne(tools: ResourceTools, request: ApiRequest, given: string): Promise<ApiResponse> {
  const { declaration, reader, writer } = tools
  const id = wantedKey(given, declaration.shape.keyType)
  const plan = answerPlan(tools, request)
  const before = plan === null ? undefined : await reader.one(plan, id, request.origin)
  await withCurrent(tools, request, id, () =>
    writer.commit((tx, log) => writer.remove(id, { tx, log, request, ifMatch: request.headers['if-match'] })),
  )
  return { status: 200, body: before?.record ?? { [declaration.shape.key]: id } }
}

interface BatchRows {
  readonly written: readonly Written[]
  readonly answers: readonly unknown[]
}

/** Runs the work in a transaction of its own, or in the one that the whole batch shares. */
type Within = (work: (tx: Tx, log: WriteLog) => Promise<Written>) => Promise<Written>

async function runBatch(
  tools: ResourceTools,
  request: ApiRequest,
  plan: ReadPlan | null,
  verb: Exclude<BatchVerb, 'retrieved'>,
  count: number,
  attempt: (position: number, within: Within) => Promise<Written>,
): Promise<BatchRows> {
  const { writer, declaration, reader } = tools
  const { params, origin } = request
  const key = declaration.shape.key
  const log = new WriteLog()
  let outcomes: Outcome<Written>[]
  if (flag(params, 'rollback')) {
    outcomes = await allOrNothing(writer, log, (within) => tryEach(count, false, (at) => attempt(at, within)))
    if (hasFailed(outcomes)) throw batchProblem(outcomes, ({ id }) => ({ [key]: id }), verb, true)
  } else {
    const alone: Within = async (work) => {
      const committed = await writer.commit(work)
      log.add(committed.log)
      return committed.result
    }
    outcomes = await tryEach(count, flag(params, 'continue'), (at) => attempt(at, alone))
  }
  const written = outcomes.flatMap((outcome) => ('done' in outcome ? [outcome.done] : []))
  const ids = written.map(({ id }) => id)
  const failed = hasFailed(outcomes)
  const extras = failed || verb === 'deleted' ? undefined : await finish(tools, request, ids, verb === 'created', log)
  const read = plan === null ? undefined : await reader.many(plan, ids, origin)
  const answer = ({ id }: Written) => ({ ...(read?.get(id) ?? { [key]: id }), ...extras?.get(id) })
  if (failed) throw batchProblem(outcomes, answer, verb, false)
  return { written, answers: flag(params, 'as_list') ? ids : written.map(answer) }
}

/** Carries the outcomes out of the transaction that they end. */
class RolledBack extends Error {
  readonly outcomes: Outcome<Written>[]

  constructor(outcomes: Outcome<Written>[]) {
    super('The batch was rolled back')
    this.outcomes = outcomes
  }
}

async function allOrNothing(
  writer: Writer,
  log: WriteLog,
  run: (within: Within) => Promise<Outcome<Written>[]>,
): Promise<Outcome<Written>[]> {
  try {
    const committed = await writer.commit(async (tx, changes) => {
      const outcomes = await run((work) => work(tx, changes))
      if (hasFailed(outcomes)) throw new RolledBack(outcomes)
      return outcomes
    })
    log.add(committed.log)
    return committed.result
  } catch (error) {
    if (error instanceof RolledBack) return error.outcomes
    throw error
  }
}

async function finish(
  { declaration, parts, writer }: ResourceTools,
  request: ApiRequest,
  ids: readonly Key[],
  creating: boolean,
  log: WriteLog,
): Promise<ReadonlyMap<Key, Row> | undefined> {
  return declaration.afterCommit?.({
    ids,
    creating,
    request,
    parts,
    log,
    remove: async (gone) => {
      await writer.commit(async (tx, changes) => {
        for (const id of gone) await writer.remove(id, { tx, log: changes, request })
      })
    },
  })
}

/** Puts the current record into the refusal of a write that came too late. */
async function withCurrent<T>(
  { reader, declaration }: ResourceTools,
  request: ApiRequest,
  id: Key,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Stale)) throw error
    const { related } = request.params
    const known = declaration.relations.map(({ name }) => name)
    const plan = reader.plan({
      ...wholeRecord,
      related: related
        ?.split(',')
        .filter((name) => known.includes(name))
        .join(),
    })
    const found = await reader.one(plan, id, request.origin)
    throw found === undefined ? notFound(id) : new Stale(found.record, found.etag)
  }
}

const wholeRecord = { fields: '*', order: undefined, group: undefined, filter: undefined, filterParams: {} }

/** Null: the answer is the key alone, for which nothing has to be read. */
function answerPlan({ declaration, reader }: ResourceTools, request: ApiRequest): ReadPlan | null {
  const { fields, related } = request.params
  const key = declaration.shape.key
  if ((fields === undefined || fields === '' || fields === key) && (related === undefined || related === ''))
    return null
  return reader.plan({ ...wholeRecord, fields: fields === undefined || fields === '' ? key : fields, related })
}

async function allIds({ declaration, reader }: ResourceTools, request: ApiRequest): Promise<unknown[]> {
  const problem = changeByFilter(request)
  if (problem !== null) throw problem
  if (!flag(request.params, 'force')) throw new Problem(400, 'No filter or records given for delete request.')
  const { key } = declaration.shape
  const rows = await reader.list(
    reader.plan({ ...wholeRecord, related: undefined, fields: key }),
    everyRow,
    0,
    request.origin,
  )
  return rows.map((row) => row[key])
}

function changeByFilter({ params }: ApiRequest): Problem | null {
  return params.filter === undefined ? null : new Problem(400, 'Changing records by filter is not supported.')
}

function wantedKey(given: unknown, type: KeyType): Key {
  const key = readKey(given, type)
  if (key === null) throw notFound(given)
  return key
}

function keyIn(row: unknown, key: string): unknown {
  return isRecord(row) ? row[key] : row
}

/** The same work for every position, done once. */
function once<T>(work: () => Promise<T>): (position: number) => Promise<T> {
  let started: Promise<T> | undefined
  return () => {
    started ??= work()
    return started
  }
}

function headersOf(etag: string | null | undefined): Pick<ApiResponse, 'headers'> {
  return etag === null || etag === undefined ? {} : { headers: { etag } }
}
