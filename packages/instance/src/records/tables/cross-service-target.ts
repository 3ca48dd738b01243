import type { DatabaseRow } from '@millwright/connector/engine/statement'
import { quoteText } from '@millwright/contract/filter/print'
import { batchCode, Problem } from '@millwright/contract/problem'
import type { Verb } from '@millwright/contract/verbs'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ApiRequest } from '../../request/api-request.ts'
import { joinNames } from '../names.ts'
import { noSuchRecord, type RelatedTarget } from '../write-related-rows.ts'
import type { WriteScope } from './write-scope.ts'

/** Returns a table of another service, written by calls with the rights of the caller. */
export async function crossServiceTarget(
  { context, request }: WriteScope,
  serviceId: number,
  table: string,
): Promise<RelatedTarget> {
  const { services } = context
  const name = await services.nameOf(serviceId)
  if (name === null) throw new Problem(400, 'The relation refers to a service that no longer exists.')
  const service = name.toLowerCase()

  async function call(verb: Verb, path: string, params: ApiRequest['params'], payload?: unknown): Promise<unknown> {
    const subrequest = { ...request, verb, service, params, payload, payloadFormat: 'json' as const }
    return (await services.call({ ...subrequest, resource: `_table/${path}` })).body
  }

  const described = await describe({ ...request, service }, services.call, table)
  const { apiName, fields } = described
  const [only] = described.keys.length === 1 ? described.keys : []
  const label = `${name}.${apiName}`

  return {
    label,
    key: only === undefined ? null : (fields.get(only)?.apiName ?? only),
    generatesKey: only !== undefined && fields.get(only)?.counts === true,
    nameOf: (column) => fields.get(column)?.apiName ?? column,
    allowsNull: (column) => fields.get(column)?.allowsNull ?? true,
    missing: (key) => noSuchRecord(label, key),
    async create(record) {
      const key = only === undefined ? undefined : (fields.get(only)?.apiName ?? only)
      const response = await unbatched(call('POST', apiName, {}, { resource: [record] }))
      const [first] = recordsOf(response)
      return key === undefined ? undefined : first?.[key]
    },
    async change(key, record) {
      try {
        await unbatched(call('PATCH', apiName, {}, { ids: [key], resource: [record] }))
        return true
      } catch (error) {
        if (error instanceof Problem && error.status === 404) return false
        throw error
      }
    },
    async find(values, wanted) {
      return recordsOf(await call('GET', apiName, { fields: joinNames(wanted), filter: filterOf(values) }))
    },
    async remove(values) {
      await unbatched(call('DELETE', apiName, { filter: filterOf(values) }))
    },
  }
}

interface Described {
  readonly apiName: string
  readonly keys: readonly string[]
  readonly fields: ReadonlyMap<
    string,
    { readonly apiName: string; readonly allowsNull: boolean; readonly counts: boolean }
  >
}

/** Reads the description of the table, whether or not the caller has access to the schema of that service. */
async function describe(
  request: ApiRequest,
  call: (request: ApiRequest) => Promise<{ readonly body: unknown }>,
  table: string,
): Promise<Described> {
  const caller = { ...request.caller, sysadmin: true }
  const schemaRequest = {
    ...request,
    caller,
    verb: 'GET' as const,
    resource: `_schema/${table}`,
    params: {},
    payload: undefined,
  }
  const { body } = await call({ ...schemaRequest, payloadFormat: 'none' })
  const schema = isRecord(body) ? body : {}
  const fields = Array.isArray(schema.field) ? schema.field.filter(isRecord) : []
  return {
    apiName: String(schema.alias ?? schema.name ?? table),
    keys: Array.isArray(schema.primary_key) ? schema.primary_key.map(String) : [],
    fields: new Map(
      fields.map((field) => [
        String(field.name),
        {
          apiName: String(field.alias ?? field.name),
          allowsNull: field.allow_null === true,
          counts: field.auto_increment === true,
        },
      ]),
    ),
  }
}

function filterOf(values: DatabaseRow): string {
  const conditions = Object.entries(values).map(([name, value]) => `(${quoteText(name)} = ${quoteText(String(value))})`)
  return conditions.join(' and ')
}

function recordsOf(body: unknown): DatabaseRow[] {
  const list = isRecord(body) ? (body.resource ?? [body]) : body
  return Array.isArray(list) ? list.filter(isRecord) : []
}

/** Throws the error of the single record instead of that of a batch of one. */
async function unbatched<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== batchCode || !isRecord(error.context)) throw error
    const { error: positions, resource } = error.context
    const position: unknown = Array.isArray(positions) ? positions[0] : undefined
    const item: unknown = Array.isArray(resource) && typeof position === 'number' ? resource[position] : undefined
    if (!isRecord(item)) throw error
    throw new Problem(Number(item.status_code ?? 400), String(item.message), { context: item.context })
  }
}
