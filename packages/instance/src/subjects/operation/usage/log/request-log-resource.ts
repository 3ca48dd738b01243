import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { equalNode } from '@millwright/contract/filter/condition'
import type { FilterNode } from '@millwright/contract/filter/node'
import { Problem } from '@millwright/contract/problem'
import { requestLogFields } from '@millwright/contract/records/request-log'
import { requireUsageAccess } from '../../../../access/required-rights.ts'
import type { Parts } from '../../../../gateway/parts.ts'
import { declareTable } from '../../../../records/system/declared-table.ts'
import { dialectOf } from '../../../../records/system/dialect.ts'
import type { ResourceQuery } from '../../../../records/system/resource-plan.ts'
import type { Row } from '../../../../records/system/sql-runner.ts'
import type { ApiRequest, ApiResponse } from '../../../../request/api-request.ts'
import { FileContent } from '../../../../request/file-content.ts'
import { text } from '../../../../request/params.ts'
import type { UsageStore } from '../../../../store/usage/usage-store.ts'
import { createReader, queryOf, type Reader, type ReaderParts } from '../../../ground/system/reader.ts'
import type { ResourceDeclaration, SystemResource } from '../../../ground/system/resource.ts'
import { readMany, readOne } from '../../../ground/system/resource-reads.ts'

/** The last entry that a reader has seen, by node; `1:120,2:33` as the id of events. */
type Cursor = ReadonlyMap<number, number>

const atOnce = 200
/** A reader that lags further behind than this skips to new entries. */
const maxBehind = 2_000
const maxNodes = 200

function readCursor(text: string | undefined): Cursor | null {
  if (text === undefined || text === '') return null
  const pairs = text.split(',').map((pair) => /^(\d{1,15}):(\d{1,15})$/.exec(pair.trim()))
  if (pairs.length > maxNodes || pairs.includes(null)) throw new Problem(400, 'The last event id is unknown.')
  return new Map(pairs.map((found) => [Number(found?.[1]), Number(found?.[2])]))
}

const writeCursor = (cursor: Cursor): string => [...cursor].map(([node, seq]) => `${node}:${seq}`).join(',')

interface TailParts {
  readonly upToDate: () => Promise<UsageStore>
  readonly reader: Reader
  readonly request: Pick<ApiRequest, 'origin' | 'linkOrigin' | 'caller' | 'requestor'>
  /** Milliseconds between polls for entries of other nodes. */
  readonly every: number
  /** Milliseconds after which the stream ends, so that the reader has to authenticate again. */
  readonly lifetime: number
  /** Aborted when the instance shuts down. */
  readonly closing: AbortSignal
}

interface Asked {
  /** Includes the caller's filter. */
  readonly query: ResourceQuery
  /** Where an earlier tail ended; `null`: starts with new entries. */
  readonly from: Cursor | null
}

/** Milliseconds without entries after which a comment keeps the connection open. */
const silence = 15_000
/** Milliseconds after which a reader connects again: the field `retry` of server-sent events, for which each browser has its own default. */
const reconnectsAfter = 1_000

/** Streams entries as server-sent events, from now or from where an earlier tail ended, until the reader disconnects or the instance shuts down;
 * then calls `done`. */
async function tail(parts: TailParts, tailRequest: Asked, done: () => void): Promise<ApiResponse> {
  // Rejects an invalid filter before the stream begins.
  parts.reader.plan(tailRequest.query).read.check()
  const from = tailRequest.from ?? (await latest(await parts.upToDate()))
  const content = new FileContent({
    name: 'tail',
    contentType: 'text/event-stream',
    disposition: null,
    size: null,
    modified: null,
    isPassedOn: true,
    read() {
      const ended = new AbortController()
      const either = AbortSignal.any([ended.signal, parts.closing])
      const stream = Readable.from(events(parts, tailRequest.query, from, either), { objectMode: false })
      stream.once('close', () => {
        ended.abort()
        done()
      })
      return stream
    },
    close: done,
  })
  // Disables buffering in proxies, which would delay events.
  return { status: 200, body: content, headers: { 'x-accel-buffering': 'no' } }
}

async function* events(
  { upToDate, reader, request, every, lifetime }: TailParts,
  query: ResourceQuery,
  from: Cursor,
  ended: AbortSignal,
): AsyncGenerator<string> {
  const until = performance.now() + lifetime
  let lastOutput = performance.now()
  let cursor = from
  yield `retry: ${reconnectsAfter}\nid: ${writeCursor(cursor)}\n: begins\n\n`
  while (!ended.aborted && performance.now() < until) {
    const store = await upToDate()
    // Shutting down waits for the same write, and closes the store next.
    if (ended.aborted) return
    const plan = reader.plan({ ...query, within: after(cursor) })
    const rows = await reader.list(plan, atOnce, 0, request)
    if (rows.length === atOnce) {
      const behind = await reader.count(plan)
      if (behind > maxBehind) {
        cursor = await latest(store)
        yield event('gap', { skipped: behind }, cursor)
        continue
      }
    }
    if (rows.length > 0) {
      let text = ''
      for (const row of rows) {
        cursor = beyond(cursor, row)
        text += event('request', row, cursor)
      }
      lastOutput = performance.now()
      yield text
    } else if (performance.now() - lastOutput > silence) {
      lastOutput = performance.now()
      yield ': nothing new\n\n'
    }
    if (rows.length < atOnce) await wait(every, undefined, { signal: ended, ref: false }).catch(() => undefined)
  }
}

function event(name: string, data: object, cursor: Cursor): string {
  return `id: ${writeCursor(cursor)}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

function beyond(cursor: Cursor, row: Row): Cursor {
  return new Map(cursor).set(Number(row.node), Number(row.seq))
}

/** Nodes that a cursor does not name count as new if they started after all that it names. */
function after(cursor: Cursor): FilterNode {
  const known = [...cursor].map(([node, seq]) => ({
    kind: 'and' as const,
    operands: [equalNode({ node }), beyondNode('seq', seq)],
  }))
  return { kind: 'or', operands: [...known, beyondNode('node', Math.max(0, ...cursor.keys()))] }
}

function beyondNode(field: string, number: number): FilterNode {
  return { kind: 'compare', field, operator: '>', value: { kind: 'text', text: String(number) } }
}

/** The latest entry of each node that may still write. */
async function latest({ statements, engine }: UsageStore): Promise<Cursor> {
  const rows = await statements.all<{ node: unknown; seq: unknown }>(dialectOf(engine).finish(latestSql), [maxNodes])
  return new Map(rows.map(({ node, seq }) => [Number(node), Number(seq)]))
}

const latestSql = `select id as node, (select coalesce(max(seq), 0) from request_log where node = usage_node.id) as seq
  from usage_node where ended = 0 order by id desc limit ?`

/** Most concurrent tails per node. */
const maxWatching = 20

const declaration: ResourceDeclaration = {
  name: 'request_log',
  label: 'Request Log',
  description: 'The latest requests of the API: who called what, how it went and how long it took.',
  travels: 'history',
  declared: declareTable({
    table: 'request_log',
    label: 'Request',
    fields: requestLogFields,
    authority: 'instance',
    audit: 'none',
    auditedAs: null,
  }),
  scope: { values: {} },
  relations: [],
  page: 1_000,
}

/** `system/request_log`: the latest requests, with the filters of every list (docs/wire/usage.md). */
export function createRequestLogResource(
  parts: Omit<ReaderParts, 'store'> & Pick<Parts, 'clock'>,
  upToDate: () => Promise<UsageStore>,
  closing: AbortSignal,
): SystemResource {
  let reader: Reader | null = null
  let watching = 0

  async function currentReader(): Promise<Reader> {
    const store = await upToDate()
    reader ??= createReader(declaration, { ...parts, store })
    return reader
  }

  /** Rejects further tails, as each polls the database. */
  async function watch(request: ApiRequest, current: Reader): Promise<ApiResponse> {
    if (watching >= maxWatching) throw new Problem(429, 'Too many clients already follow the request log of this node.')
    const { params, headers } = request
    const from = readCursor(headers['last-event-id'] ?? text(params, 'last_event_id'))
    const query = { ...queryOf(declaration, request), order: undefined, group: undefined }
    const parts = { upToDate, reader: current, request, every: 1_000, lifetime: 300_000, closing }
    watching += 1
    try {
      return await tail(parts, { query, from }, () => {
        watching -= 1
      })
    } catch (error) {
      watching -= 1
      throw error
    }
  }

  return {
    ...declaration,
    singleton: false,
    keeps: 'records',
    readOnly: true,
    declaration,
    guard: ({ caller }) => requireUsageAccess(caller),
    async handle(request, [id, ...rest]) {
      if (request.verb !== 'GET') throw new Problem(400, `${request.verb} is not supported on 'request_log'.`)
      if (rest.length > 0) throw new Problem(404, "Records of 'request_log' have no subresources.")
      const current = await currentReader()
      if (id === 'tail') return watch(request, current)
      return id === undefined ? readMany(declaration, current, request) : readOne(declaration, current, request, id)
    },
  }
}
