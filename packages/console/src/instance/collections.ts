import type { CollectionRecords, KnownCollection } from '@millwright/contract/wire/endpoints'
import type { ListAnswer } from '@millwright/contract/wire/list'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { InstanceError } from './instance-error.ts'
import { t } from './messages.ts'
import { send } from './send.ts'
import type { Params } from './transport.ts'

/** A collection's path below the prefix: `system/admin`. */
export type Collection = string
export type RecordId = number | string

export interface Rows<T> {
  rows: T[]
  /** Total number of matching rows; `null` if it was not requested or not returned. */
  count: number | null
}

/** A record as read, with its version for detecting concurrent changes. */
export interface Loaded<T> {
  record: T
  etag: string | null
}

export const collectionKey = (collection: Collection) => ['collection', collection] as const

/** Rows of a collection; the previous rows stay while new ones load. */
export function collectionQuery<C extends KnownCollection>(
  collection: C,
  params?: Params,
): ReturnType<typeof rowsQuery<CollectionRecords[C]>>
export function collectionQuery<T>(collection: Collection, params?: Params): ReturnType<typeof rowsQuery<T>>
export function collectionQuery<T>(collection: Collection, params: Params = {}) {
  return rowsQuery<T>(collection, params)
}

function rowsQuery<T>(collection: Collection, params: Params) {
  return queryOptions({
    queryKey: [...collectionKey(collection), 'rows', params] as const,
    queryFn: async ({ signal }): Promise<Rows<T>> => {
      const { data } = await send<ListAnswer<T>>({ verb: 'GET', path: collection, params, signal })
      return { rows: data.resource ?? [], count: data.meta?.count ?? null }
    },
    placeholderData: keepPreviousData,
  })
}

/** Number of records that match a filter. A separate request, so that the rows do not wait for it. */
export function countQuery(collection: Collection, filter: string | null, idField = 'id', narrowed?: Params) {
  return queryOptions({
    queryKey: [...collectionKey(collection), 'count', filter, ...(narrowed === undefined ? [] : [narrowed])] as const,
    queryFn: async ({ signal }): Promise<number | null> => {
      const params = { fields: idField, limit: 1, include_count: true, filter, ...narrowed }
      const { data } = await send<ListAnswer<unknown>>({ verb: 'GET', path: collection, params, signal })
      return data.meta?.count ?? null
    },
    staleTime: 30_000,
  })
}

/** One record, refetched whenever an editor opens. */
export function recordQuery<C extends KnownCollection>(
  collection: C,
  id: RecordId,
  params?: Params,
): ReturnType<typeof oneQuery<CollectionRecords[C]>>
export function recordQuery<T>(collection: Collection, id: RecordId, params?: Params): ReturnType<typeof oneQuery<T>>
export function recordQuery<T>(collection: Collection, id: RecordId, params: Params = {}) {
  return oneQuery<T>(collection, id, params)
}

function oneQuery<T>(collection: Collection, id: RecordId, params: Params) {
  return queryOptions({
    queryKey: [...collectionKey(collection), 'record', String(id), params] as const,
    queryFn: ({ signal }) => readRecord<T>(collection, id, params, signal),
  })
}

export function readRecord<C extends KnownCollection>(
  collection: C,
  id: RecordId,
  params?: Params,
  signal?: AbortSignal,
): Promise<Loaded<CollectionRecords[C]>>
export function readRecord<T>(
  collection: Collection,
  id: RecordId,
  params?: Params,
  signal?: AbortSignal,
): Promise<Loaded<T>>
export async function readRecord<T>(
  collection: Collection,
  id: RecordId,
  params: Params = {},
  signal?: AbortSignal,
): Promise<Loaded<T>> {
  const { data, etag } = await send<T>({ verb: 'GET', path: recordPath(collection, id), params, signal })
  return { record: data, etag }
}

/** Creates one record and returns it as stored. */
export async function createRecord<T>(collection: Collection, record: object, params: Params = {}): Promise<Loaded<T>> {
  const body = { resource: [record] }
  const { data, etag } = await send<ListAnswer<T> | T>({ verb: 'POST', path: collection, params, body })
  return { record: firstRow<T>(data), etag }
}

export interface Update<T> {
  collection: Collection
  id: RecordId
  /** Only the changed fields; fields unknown to the console stay as they are. */
  changes: object
  params?: Params
  /** HTTP verb for updates; `PUT` by default. */
  verb?: 'PUT' | 'POST'
  /** The record as read before editing; `null` overwrites any version. */
  base: Loaded<T> | null
}

/**
 * Saves changes of one record. Throws `InstanceError` of kind `conflict`, with the current record as its context, if it changed since
 * `base` was read: detected by `If-Match` if the server sent an ETag, otherwise by its last modified date.
 */
export async function updateRecord<T>({
  collection,
  id,
  changes,
  params = {},
  verb = 'PUT',
  base,
}: Update<T>): Promise<Loaded<T>> {
  if (base && base.etag === null) await refuseIfChanged(collection, id, base.record, params)
  const { data, etag } = await send<T>({
    verb,
    path: recordPath(collection, id),
    params,
    body: changes,
    ...(base?.etag ? { headers: { 'If-Match': base.etag } } : {}),
  })
  return { record: data, etag }
}

async function refuseIfChanged(collection: Collection, id: RecordId, base: unknown, params: Params): Promise<void> {
  const before = modifiedDate(base)
  if (before === null) return
  const { record } = await readRecord<unknown>(collection, id, params)
  if (modifiedDate(record) === before) return
  throw new InstanceError(t.recordChanged, {
    kind: 'conflict',
    status: 412,
    context: record,
  })
}

function modifiedDate(record: unknown): string | null {
  if (typeof record !== 'object' || record === null || !('last_modified_date' in record)) return null
  return typeof record.last_modified_date === 'string' ? record.last_modified_date : null
}

/** Applies the same changes to many records, all or none. */
export async function updateRecords(
  collection: Collection,
  ids: readonly RecordId[],
  changes: object,
  idField = 'id',
): Promise<void> {
  const body = { resource: ids.map((id) => ({ ...changes, [idField]: id })) }
  await send({ verb: 'PATCH', path: collection, params: { rollback: true }, body })
}

export async function removeRecord(collection: Collection, id: RecordId, params: Params = {}): Promise<void> {
  await send({ verb: 'DELETE', path: recordPath(collection, id), params })
}

/** Above this number, ids are sent in the body, since URLs are limited in length. */
const idsInAddress = 100

/** Deletes many records, all or none. */
export async function removeRecords(
  collection: Collection,
  ids: readonly RecordId[],
  params: Params = {},
): Promise<void> {
  if (ids.length <= idsInAddress) {
    await send({ verb: 'DELETE', path: collection, params: { ...params, ids: ids.join(','), rollback: true } })
    return
  }
  const body = { resource: ids.map((id) => ({ id })) }
  await send({ verb: 'DELETE', path: collection, params: { ...params, rollback: true }, body })
}

/** Invalidates every query of a collection. */
export function invalidateCollection(queryClient: QueryClient, collection: Collection): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: collectionKey(collection) })
}

function recordPath(collection: Collection, id: RecordId): string {
  return `${collection}/${encodeURIComponent(String(id))}`
}

/** Creating returns a list of one; some servers return the bare record. */
function firstRow<T>(answer: ListAnswer<T> | T): T {
  const rows = typeof answer === 'object' && answer !== null && 'resource' in answer ? answer.resource : null
  const [first] = Array.isArray(rows) ? rows : []
  return first ?? (answer as T)
}
