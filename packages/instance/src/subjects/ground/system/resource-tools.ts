import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Parts } from '../../../gateway/parts.ts'
import type { Key, KeyType } from '../../../records/system/dialect.ts'
import type { ResourcePlan } from '../../../records/system/resource-plan.ts'
import type { WriteLog } from '../../../records/system/write-log.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { readKey } from '../../../request/body.ts'
import { flag } from '../../../request/params.ts'
import { notFound, type Reader } from './reader.ts'
import type { Aftermath, ResourceDeclaration } from './resource.ts'
import type { Writer } from './writer.ts'

/** Dependencies of the operations of one resource. */
export interface ResourceTools {
  readonly declaration: ResourceDeclaration
  readonly parts: Parts
  readonly reader: Reader
  readonly writer: Writer
}

/** A limit that no table reaches. */
const everyRow = 0x7fffffff

const wholeRecord = {
  fields: '*',
  order: undefined,
  group: undefined,
  filter: undefined,
  filterParams: {},
  lookups: null,
  comparesAll: true,
}

/** Plan for a whole record with the requested relations, if the caller may see it. */
export function wholePlan({ declaration, reader }: ResourceTools, { params, caller }: ApiRequest): ResourcePlan {
  return reader.plan({ ...wholeRecord, related: params.related, only: declaration.visible?.(caller) ?? null })
}

/**
 * Plan for the response of a write; `null` if it consists of keys, which need no read. Of records that the caller may not see,
 * only new ones are read.
 */
export function answerPlan(
  { declaration, reader }: ResourceTools,
  { params, caller, verb }: ApiRequest,
): ResourcePlan | null {
  const { key } = declaration.declared
  const fields = params.fields === undefined || params.fields === '' ? undefined : params.fields
  const related = params.related === '' ? undefined : params.related
  if (fields === undefined && related === undefined) return null
  const only = verb === 'POST' ? null : (declaration.visible?.(caller) ?? null)
  return reader.plan({ ...wholeRecord, fields: fields ?? key, related, only })
}

/** Ids of all records of the collection, for requests with `force` and no ids. */
export async function allIds({ declaration, reader }: ResourceTools, request: ApiRequest): Promise<unknown[]> {
  const { params, payload } = request
  const names = Array.isArray(payload) || (isRecord(payload) && 'resource' in payload)
  if (names || !flag(params, 'force')) throw new Problem(400, 'No filter or records given for delete request.')
  const { key } = declaration.declared
  const plan = reader.plan({ ...wholeRecord, related: undefined, fields: key, only: null })
  return (await reader.list(plan, everyRow, 0, request)).map((row) => row[key])
}

/** Rejects a filter in writes, so that a request meant for some records cannot change others. */
export function refuseFilter({ params }: ApiRequest): void {
  if (params.filter !== undefined) throw new Problem(400, 'Changing records by filter is not supported.')
}

export function wantedKey(rawKey: unknown, type: KeyType): Key {
  const key = readKey(rawKey, type)
  if (key === null) throw notFound(rawKey)
  return key
}

/** Runs the resource's `afterCommit` hook. */
export function finish(
  { declaration, parts, writer }: ResourceTools,
  request: ApiRequest,
  ids: readonly Key[],
  creating: boolean,
  log: WriteLog,
): Promise<Aftermath> | undefined {
  return declaration.afterCommit?.({
    ids,
    creating,
    request,
    parts,
    log,
    remove: async (gone) => {
      await writer.commitTogether(async (tx, changes) => {
        for (const id of gone) await writer.remove(id, { tx, log: changes, request })
      })
    },
  })
}

export function etagHeaders(etag: string | null | undefined): Pick<ApiResponse, 'headers'> {
  return etag === null || etag === undefined ? {} : { headers: { etag } }
}
