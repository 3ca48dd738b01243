import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Forward } from '../../../gateway/gateway.ts'
import type { Key } from '../../../records/system/dialect.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { ApiRequest, Params } from '../../../request/api-request.ts'
import type { PackagedType } from './packaged-types.ts'

const atOnce = 200
const namesAtOnce = 1000
const rowsInPage = 10_000

/** Reads complete records with their packaged nested rows, as far as the caller may see them. Fails like any other read. */
export async function readPackagedRecords(
  call: Forward,
  request: ApiRequest,
  type: PackagedType,
  keys: readonly Key[],
): Promise<Map<Key, Row>> {
  const { key } = type.declaration.declared
  const found = new Map<Key, Row>()
  for (let from = 0; from < keys.length; from += atOnce) {
    const ids = keys.slice(from, from + atOnce)
    const related = type.nested.map(({ relation }) => relation).join(',')
    const params = { fields: '*', ...(related === '' ? {} : { related }) }
    const recordsRequest = { ...request, ...get('system', type.name), params, payload: { ids } }
    for (const row of await rowsOfCall(call, recordsRequest)) {
      const id = row[key]
      if (isKey(id)) found.set(id, row)
    }
  }
  return found
}

/** Names of the records that the caller may see, by key. */
export async function readRecordNames(
  call: Forward,
  request: ApiRequest,
  type: PackagedType,
  keys: readonly Key[],
): Promise<Map<Key, string>> {
  const found = new Map<Key, string>()
  for (let from = 0; from < keys.length; from += namesAtOnce) {
    const ids = keys.slice(from, from + namesAtOnce)
    const namesRequest = get('system', type.name, { fields: nameFields(type) })
    addNames(found, type, await rowsOfCall(call, { ...request, ...namesRequest, payload: { ids } }))
  }
  return found
}

/** Names of the records with these ids, or of those that match a filter, as far as the caller may see them, by key. */
export async function readSelected(
  call: Forward,
  request: ApiRequest,
  type: PackagedType,
  selection: { readonly ids?: string; readonly filter?: string },
): Promise<Map<Key, string>> {
  const { key } = type.declaration.declared
  const params = { ...selection, fields: nameFields(type), order: key, limit: String(rowsInPage) }
  const found = new Map<Key, string>()
  let after: Key | undefined
  for (;;) {
    const rows = await rowsOfCall(call, { ...request, ...get('system', type.name, params), after })
    addNames(found, type, rows)
    const last = rows.at(-1)?.[key]
    // Records that are named by their ids are all in one response.
    if (selection.ids !== undefined || rows.length < rowsInPage || !isKey(last)) return found
    after = last
  }
}

const nameFields = ({ key, declaration }: PackagedType) => `${declaration.declared.key},${key}`

function addNames(names: Map<Key, string>, { key, declaration }: PackagedType, rows: readonly Row[]): void {
  for (const row of rows) {
    const id = row[declaration.declared.key]
    if (isKey(id)) names.set(id, String(row[key]))
  }
}

const isKey = (value: unknown): value is Key => typeof value === 'number' || typeof value === 'string'

/** The records in the response to a `GET` request. */
export async function rowsOfCall(call: Forward, request: ApiRequest): Promise<Row[]> {
  const { body } = await call(request)
  const rows = isRecord(body) ? body.resource : null
  if (!Array.isArray(rows)) throw new Problem(500, `The list of ${request.resource} cannot be read.`)
  return rows.filter(isRecord)
}

/** The members of a read request for the same caller. */
export function get(service: string, resource: string, params: Params = {}) {
  return { ...plain, verb: 'GET', service, resource, params } as const
}

/** Clears the body and headers of the request that other requests are derived from. */
export const plain = {
  payload: undefined,
  payloadFormat: 'none',
  upload: undefined,
  endsInSlash: false,
  headers: {},
} as const
