import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Parts } from '../../gateway/parts.ts'
import type { Key, KeyType } from '../../records/system/dialect.ts'
import type { ResourcePlan } from '../../records/system/resource-plan.ts'
import type { WriteLog } from '../../records/system/write-log.ts'
import type { ApiRequest, ApiResponse } from '../../request/api-request.ts'
import { readKey } from '../../request/body.ts'
import { flag } from '../../request/params.ts'
import { notFound, type Reader } from './reader.ts'
import type { Aftermath, ResourceDeclaration } from './resource.ts'
import type { Writer } from './writer.ts'

/** What the calls of one resource are made with. */
export interface ResourceTools {
  readonly declaration: ResourceDeclaration
  readonly parts: Parts
  readonly reader: Reader
  readonly writer: Writer
}

/** More than any table holds. */
const everyRow = 0x7fffffff

const wholeRecord = {
  fields: '*',
  order: undefined,
  group: undefined,
  filter: undefined,
  filterParams: {},
  lookups: null,
  only: null,
}

/** Reads a whole record with the relations that the request names. */
export function wholePlan({ reader }: ResourceTools, { params }: ApiRequest): ResourcePlan {
  return reader.plan({ ...wholeRecord, related: params.related })
}

/** How the answer of a write is read; null: it is the key alone, for which nothing has to be read. */
export function answerPlan({ declaration, reader }: ResourceTools, { params }: ApiRequest): ResourcePlan | null {
  const { key } = declaration.declared
  const fields = params.fields === undefined || params.fields === '' ? undefined : params.fields
  const related = params.related === '' ? undefined : params.related
  if (fields === undefined && related === undefined) return null
  return reader.plan({ ...wholeRecord, fields: fields ?? key, related })
}

/** All records of the collection, for those who say `force` and name none. */
export async function allIds({ declaration, reader }: ResourceTools, request: ApiRequest): Promise<unknown[]> {
  const { params, payload } = request
  const names = Array.isArray(payload) || (isRecord(payload) && 'resource' in payload)
  if (names || !flag(params, 'force')) throw new Problem(400, 'No filter or records given for delete request.')
  const { key } = declaration.declared
  const plan = reader.plan({ ...wholeRecord, related: undefined, fields: key })
  return (await reader.list(plan, everyRow, 0, request)).map((row) => row[key])
}

/** Nobody who means some records changes others instead: a filter is refused where identifiers do not say which they are. */
export function refuseFilter({ params }: ApiRequest): void {
  if (params.filter !== undefined) throw new Problem(400, 'Changing records by filter is not supported.')
}

export function wantedKey(given: unknown, type: KeyType): Key {
  const key = readKey(given, type)
  if (key === null) throw notFound(given)
  return key
}

/** What the resource does once its rows are committed. */
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

export function headersOf(etag: string | null | undefined): Pick<ApiResponse, 'headers'> {
  return etag === null || etag === undefined ? {} : { headers: { etag } }
}
