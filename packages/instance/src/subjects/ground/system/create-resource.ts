import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Parts } from '../../../gateway/parts.ts'
import type { DeclaredTable } from '../../../records/system/declared-table.ts'
import type { Key } from '../../../records/system/dialect.ts'
import { Stale } from '../../../records/system/etag.ts'
import { withRowsWhereGiven } from '../../../records/system/moved-rows.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { idsOf, isIdentifier, noIdentifier, noRecords, oneRecord, readBody, readKey } from '../../../request/body.ts'
import { flag } from '../../../request/params.ts'
import { readDependents } from './dependents/read-dependents.ts'
import { createReader, notFound } from './reader.ts'
import type { ResourceDeclaration, SystemResource } from './resource.ts'
import { readMany, readOne } from './resource-reads.ts'
import {
  allIds,
  answerPlan,
  etagHeaders,
  finish,
  type ResourceTools,
  refuseFilter,
  wantedKey,
  wholePlan,
} from './resource-tools.ts'
import { runBatch } from './run-batch.ts'
import { createWriter } from './writer.ts'

/** Creates a resource whose records are rows of a table (docs/wire/requests.md). */
export function createResource(declaration: ResourceDeclaration, parts: Parts): SystemResource {
  const reader = createReader(declaration, parts)
  const writer = createWriter(declaration, parts)
  const tools: ResourceTools = { declaration, parts, reader, writer }
  const { name, label, description } = declaration

  function dispatch(request: ApiRequest, id: string | undefined): Promise<ApiResponse> {
    if (declaration.madeElsewhere && request.verb !== 'GET' && request.verb !== 'DELETE') {
      throw new Problem(400, `${request.verb} is not supported on '${name}'.`)
    }
    switch (request.verb) {
      case 'GET':
        if (flag(request.params, 'dependents')) return readDependents(tools, request, id)
        return id === undefined ? readMany(declaration, reader, request) : readOne(declaration, reader, request, id)
      case 'POST':
        if (id === undefined) return createMany(tools, request)
        throw new Problem(400, `Create ${name} records by POST to '${name}', without an identifier.`)
      case 'PUT':
      case 'PATCH':
        return id === undefined ? updateMany(tools, request) : updateOne(tools, request, id)
      case 'DELETE':
        return id === undefined ? deleteMany(tools, request) : deleteOne(tools, request, id)
    }
  }

  return {
    name,
    label,
    description,
    singleton: false,
    keeps: 'records',
    readOnly: false,
    declaration,
    guard: (request, rest) => declaration.guard?.(request, parts, rest),
    handle: async (request, rest) => dispatch(request, identifierIn(declaration, rest)),
  }
}

/**
 * The identifier in the path after a resource's name, if any. A name may contain slashes; for other keys, further segments are
 * a 404, as access rows would treat them as a different component.
 */
function identifierIn({ declared, ignoresRest }: ResourceDeclaration, rest: readonly string[]): string | undefined {
  if (rest.length < 2 || ignoresRest) return rest[0]
  const path = rest.join('/')
  if (declared.keyType === 'text') return path
  throw notFound(path)
}

/** Handles `POST` of the collection. */
async function createMany(tools: ResourceTools, request: ApiRequest): Promise<ApiResponse> {
  const { records } = readBody(request.payload)
  if (records.length === 0) throw noRecords()
  const { writer } = tools
  const rows = await runBatch(tools, request, answerPlan(tools, request), {
    verb: 'created',
    count: records.length,
    prepare: (at) => writer.prepare(records[at], true, request),
    write: (_, ready, write) => writer.create(ready, write),
  })
  const etag = rows.written.length === 1 && !rows.changed ? rows.written[0]?.etag : null
  return { status: 201, body: { resource: rows.answers }, ...etagHeaders(etag) }
}

/** Handles `PUT` and `PATCH` of the collection: each record by its own id, or the first record applied to all given ids. */
async function updateMany(tools: ResourceTools, request: ApiRequest): Promise<ApiResponse> {
  const { declaration, writer } = tools
  const { declared } = declaration
  const body = readBody(request.payload)
  const ids = idsOf(request, body)
  if (ids === null) refuseFilter(request)
  if (body.records.length === 0) throw noRecords()
  const same = ids === null ? null : once(async () => writer.prepare(body.records[0], false, request))
  const records = withRowsWhereGiven(body.records, declared.key, declaration.relations)
  const rows = await runBatch(tools, request, answerPlan(tools, request), {
    verb: 'updated',
    count: ids?.length ?? records.length,
    async prepare(at) {
      const record = records[at]
      const id = sentKey(ids === null ? isRecord(record) && record[declared.key] : ids[at], declared)
      return { id, record: await (same === null ? writer.prepare(record, false, request) : same()) }
    },
    write: (_, { id, record }, write) => writer.update(id, record, write),
  })
  return { status: 200, body: { resource: rows.answers } }
}

/** Handles `PUT` and `PATCH` of `/{id}`. */
async function updateOne(tools: ResourceTools, request: ApiRequest, rawKey: string): Promise<ApiResponse> {
  const { declaration, reader, writer } = tools
  const { key, keyType } = declaration.declared
  const id = wantedKey(rawKey, keyType)
  const plan = answerPlan(tools, request)
  const prepared = await writer.prepare(oneRecord(readBody(request.payload)), false, request)
  const { result, log } = await withCurrent(tools, request, id, (ifMatch) =>
    writer.commit((tx, changes) => writer.update(id, prepared, { tx, log: changes, request, ifMatch })),
  )
  const after = await finish(tools, request, [id], false, log)
  const reading = plan ?? (after?.changed ? wholePlan(tools, request) : null)
  const read = reading === null ? undefined : await reader.one(reading, id, request)
  const record = (plan === null ? undefined : read?.record) ?? { [key]: id }
  return { status: 200, body: { ...record, ...after?.additions.get(id) }, ...etagHeaders(read?.etag ?? result.etag) }
}

/** Handles `DELETE` of the collection: by ids, by records, or everything with `force`. */
async function deleteMany(tools: ResourceTools, request: ApiRequest): Promise<ApiResponse> {
  const { declaration, reader, writer } = tools
  const { declared } = declaration
  const { key } = declared
  const body = readBody(request.payload)
  const ids = idsOf(request, body)
  if (ids === null) refuseFilter(request)
  const sent = body.records.length === 0 ? null : body.records.map((each) => (isRecord(each) ? each[key] : each))
  const wanted = ids ?? sent ?? (await allIds(tools, request))
  const plan = answerPlan(tools, request)
  const keys = plan === null ? [] : wanted.flatMap((id) => readKey(id, declared.keyType) ?? [])
  const before = plan === null ? new Map<Key, Row>() : await reader.many(plan, keys, request)
  const rows = await runBatch(tools, request, null, {
    verb: 'deleted',
    count: wanted.length,
    prepare: async (at) => sentKey(wanted[at], declared),
    write: (_, id, write) => writer.remove(id, write),
  })
  if (flag(request.params, 'as_list')) return { status: 200, body: { resource: rows.answers } }
  return { status: 200, body: { resource: rows.written.map(({ id }) => before.get(id) ?? { [key]: id }) } }
}

/** Handles `DELETE` of `/{id}`. */
async function deleteOne(tools: ResourceTools, request: ApiRequest, rawKey: string): Promise<ApiResponse> {
  const { declaration, reader, writer } = tools
  const { key, keyType } = declaration.declared
  const id = wantedKey(rawKey, keyType)
  const plan = answerPlan(tools, request)
  const before = plan === null ? undefined : await reader.one(plan, id, request)
  await withCurrent(tools, request, id, (ifMatch) =>
    writer.commit((tx, log) => writer.remove(id, { tx, log, request, ifMatch })),
  )
  return { status: 200, body: before?.record ?? { [key]: id } }
}

/** The key of one of several records; throws a 400 if it is missing. */
function sentKey(sent: unknown, { key, keyType }: DeclaredTable): Key {
  if (sent === undefined || sent === null || sent === false) throw new Problem(400, `A record has no '${key}'.`)
  if (!isIdentifier(sent)) throw noIdentifier(key)
  return wantedKey(sent, keyType)
}

/** Checks the request's `If-Match`, and adds the current record to the error response on conflict. */
async function withCurrent<T>(
  tools: ResourceTools,
  request: ApiRequest,
  id: Key,
  work: (ifMatch: string | undefined) => Promise<T>,
): Promise<T> {
  try {
    return await work(request.headers['if-match'])
  } catch (error) {
    if (!(error instanceof Stale)) throw error
    const found = await tools.reader.one(wholePlan(tools, request), id, request)
    throw found === undefined ? notFound(id) : new Stale(found.record, found.etag)
  }
}

/** Memoizes `work`. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let started: Promise<T> | undefined
  return () => {
    started ??= work()
    return started
  }
}
