import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { decide } from '../../../access/decide.ts'
import { accessProblem } from '../../../access/refusal.ts'
import type { Forward } from '../../../gateway/gateway.ts'
import type { Registered, Registry } from '../../../gateway/registry.ts'
import type { DescribedRelation, DescribedTable } from '../../../records/described-table.ts'
import { wireRelation } from '../../../records/wire-table.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { type Fields, fieldsOf, textIn, unsupported } from '../../../request/body.ts'
import { text } from '../../../request/params.ts'

/** A virtual relation, as clients of other servers expect it. */
interface Relationship {
  readonly id: string
  readonly service: string
  readonly table: string
  readonly name: string
  readonly [member: string]: string | null
}

/** Whoever uses the relations of an API needs these. */
const readable = ['custom_api', 'custom_api_source']

/**
 * `api_builder/relationships`: the virtual relations between the sources of an API. There are no records of them: they are written, read and
 * dropped in `_schema` of their services, with the rights of the caller (docs/wire/custom-apis.md).
 */
export function createRelationships({ find, all }: Pick<Registry, 'find' | 'all'>, forward: Forward) {
  async function namesOf(): Promise<ReadonlyMap<number, string>> {
    return new Map((await all()).map(({ id, name }) => [id, name]))
  }

  /** The services that an API may call. Throws 404 if there is no such API. */
  async function sourcesOf(request: ApiRequest, sent: unknown): Promise<ReadonlySet<number>> {
    const id = String(sent)
    if (!/^[1-9]\d{0,8}$/.test(id)) throw new Problem(400, "'api_id' must be the identifier of a custom API.")
    const params = { fields: 'id', related: 'custom_api_source_by_api_id' }
    const { body } = await forward({
      ...plain(request, 'GET'),
      service: 'system',
      resource: `custom_api/${id}`,
      params,
    })
    const sources: unknown = isRecord(body) ? body.custom_api_source_by_api_id : undefined
    const rows = Array.isArray(sources) ? sources.filter(isRecord) : []
    return new Set(rows.map(({ service_id }) => Number(service_id)))
  }

  async function list(request: ApiRequest): Promise<ApiResponse> {
    const sources = await sourcesOf(request, text(request.params, 'api_id') ?? '')
    const names = await namesOf()
    const resource: Relationship[] = []
    for (const id of sources) {
      const name = names.get(id) ?? ''
      const registered = await find(name.toLowerCase())
      if (registered?.row.isActive !== true) continue
      for (const table of (await registered.service.tables?.(false)) ?? []) {
        if (!maySee(request, name, table.name)) continue
        const own = table.relations.filter((relation) => relation.isVirtual && isWithin(sources, relation))
        resource.push(...own.map((relation) => presented(registered, table, relation, names)))
      }
    }
    return { status: 200, body: { resource } }
  }

  /** Throws 404 if there is no such virtual relation, and 403 if the caller may not see it, or it is not one of the API that was named. */
  async function one(request: ApiRequest, sent: string): Promise<Relationship> {
    const id = readId(sent)
    const names = await namesOf()
    const service = id === null ? undefined : names.get(id.service)
    const registered = service === undefined ? null : await find(service.toLowerCase())
    if (id === null || registered === null) throw unknown(sent)
    const readRequest = schemaOf(request, registered.row.name, id.table)
    if (!decide(readRequest, []).allowed) throw accessProblem(readRequest)
    const tables = registered.row.isActive ? await registered.service.tables?.(false) : []
    const table = tables?.find(({ name }) => name === id.table)
    const relation = table?.relations.find(({ name, isVirtual }) => isVirtual && name === id.name)
    if (table === undefined || relation === undefined) throw unknown(sent)
    const api = text(request.params, 'api_id')
    const sources = api === undefined ? null : await sourcesOf(request, api)
    if (sources !== null && !(sources.has(id.service) && isWithin(sources, relation)))
      throw new Problem(403, 'The relation leads to services that are no sources of the API.')
    return presented(registered, table, relation, names)
  }

  async function create(request: ApiRequest): Promise<ApiResponse> {
    const fields = fieldsOf(request)
    const type = (textIn(fields, 'type') ?? 'belongs_to').trim().toLowerCase()
    const isThrough = type === 'many_many'
    const sent = membersOf(fields, isThrough ? [...always, ...junction] : always)
    const sources = await sourcesOf(request, fields.api_id)
    const names = await namesOf()
    const source = (member: string) => {
      const name = sent(member)
      const found = [...sources].find((id) => names.get(id)?.toLowerCase() === name.toLowerCase())
      if (found === undefined) throw new Problem(403, `The service '${name.slice(0, 64)}' is not a source of the API.`)
      return found
    }
    const service = source('service')
    const ends = { ref: source('ref_service'), junction: isThrough ? source('junction_service') : null }
    // `_schema` knows the tables of its own service only.
    if (ends.ref !== service) await refuseMissing(request, names.get(ends.ref), sent('ref_table'))
    if (ends.junction !== null && ends.junction !== service)
      await refuseMissing(request, names.get(ends.junction), sent('junction_table'))
    const draft = {
      type,
      is_virtual: true,
      field: sent('field'),
      ref_service_id: ends.ref,
      ref_table: sent('ref_table'),
      ref_field: sent('ref_field'),
      ...(isThrough && {
        junction_service_id: ends.junction,
        junction_table: sent('junction_table'),
        junction_field: sent('junction_field'),
        junction_ref_field: sent('junction_ref_field'),
      }),
      alias: textIn(fields, 'name') ?? textIn(fields, 'alias'),
    }
    const name = names.get(service) ?? ''
    const { body } = await forward({
      ...schemaOf(plain(request, 'POST'), name, sent('table'), '/_related'),
      payload: { resource: [draft] },
      payloadFormat: 'json',
    })
    const newRelation: unknown = isRecord(body) && Array.isArray(body.resource) ? body.resource[0] : undefined
    const registered = await find(name.toLowerCase())
    const tables = await registered?.service.tables?.(false)
    const table = tables?.find((each) => isNamed(each, sent('table')))
    const relation = table?.relations.find((each) => isRecord(newRelation) && each.name === newRelation.name)
    // Somebody else dropped it at once.
    if (registered === null || table === undefined || relation === undefined)
      throw new Problem(409, 'The relation is not there any more.')
    return { status: 200, body: presented(registered, table, relation, names) }
  }

  async function refuseMissing(request: ApiRequest, service: string | undefined, table: string): Promise<void> {
    await forward(schemaOf(plain(request, 'GET'), service ?? '', table))
  }

  return async (request: ApiRequest, rest: readonly string[]): Promise<ApiResponse> => {
    const { verb } = request
    if (verb !== 'GET' && verb !== 'POST' && verb !== 'DELETE') throw unsupported(request)
    guard(request)
    const [id = '', ...more] = rest
    if (more.length > 0) throw unknown(rest.join('/'))
    if (verb === 'POST') {
      if (id !== '') throw unsupported(request)
      return create(request)
    }
    if (id === '') {
      if (verb === 'DELETE') throw new Problem(400, 'The request names no relation.')
      return list(request)
    }
    const found = await one(request, id)
    if (verb === 'GET') return { status: 200, body: found }
    await forward(schemaOf(plain(request, 'DELETE'), found.service, found.table, `/_related/${found.name}`))
    return { status: 200, body: { id } }
  }
}

/** Throws unless the caller may read APIs and their sources and, to write, may write endpoints in the same way. */
function guard(request: ApiRequest): void {
  const reads = readable.map((resource) => ({ ...request, service: 'system', resource, verb: 'GET' as const }))
  const writes = { ...request, service: 'system', resource: 'custom_api_endpoint' }
  for (const each of request.verb === 'GET' ? reads : [...reads, writes])
    if (!decide(each, []).allowed) throw accessProblem(each)
}

/** The same caller's request without what was sent. */
function plain(request: ApiRequest, verb: ApiRequest['verb']): ApiRequest {
  return { ...request, verb, params: {}, headers: {}, payload: undefined }
}

function schemaOf(request: ApiRequest, service: string, table: string, below = ''): ApiRequest {
  return { ...request, service: service.toLowerCase(), resource: `_schema/${table}${below}` }
}

const maySee = (request: ApiRequest, service: string, table: string) =>
  decide(schemaOf(request, service, table), []).allowed

function isWithin(sources: ReadonlySet<number>, { refServiceId, junctionServiceId }: DescribedRelation): boolean {
  return sources.has(refServiceId) && (junctionServiceId === null || sources.has(junctionServiceId))
}

function isNamed({ name, apiName }: DescribedTable, sent: string): boolean {
  return [name, apiName].some((each) => each.toLowerCase() === sent.toLowerCase())
}

const always = ['api_id', 'service', 'table', 'field', 'ref_service', 'ref_table', 'ref_field']
const junction = ['junction_service', 'junction_table', 'junction_field', 'junction_ref_field']

/** Reads members that are all needed. Throws 400 with those that are missing, or that cannot be part of an address. */
function membersOf(fields: Fields, needed: readonly string[]): (member: string) => string {
  const missing = needed.filter((name) => textIn(fields, name) === undefined && !(name === 'api_id' && fields.api_id))
  if (missing.length > 0)
    throw new Problem(400, `A relation needs ${missing.map((name) => `'${name}'`).join(', ')}, as texts.`)
  const sent = (member: string) => textIn(fields, member) ?? ''
  const wrong = needed.find((name) => name.endsWith('table') && sent(name).includes('/'))
  if (wrong !== undefined) throw new Problem(400, `'${wrong}' must be the name of a table.`)
  return sent
}

function presented(
  { row }: Registered,
  table: DescribedTable,
  relation: DescribedRelation,
  names: ReadonlyMap<number, string>,
): Relationship {
  const wire = wireRelation(relation)
  const named = (id: number) => names.get(id) ?? String(id)
  return {
    id: idOf({ service: row.id, table: table.name, name: relation.name }),
    service: row.name,
    table: table.name,
    type: wire.type,
    field: wire.field,
    ...(relation.junctionServiceId !== null && {
      junction_service: named(relation.junctionServiceId),
      junction_table: wire.junction_table,
      junction_field: wire.junction_field,
      junction_ref_field: wire.junction_ref_field,
    }),
    ref_service: named(relation.refServiceId),
    ref_table: wire.ref_table,
    ref_field: wire.ref_field,
    name: wire.name,
    alias: wire.alias,
  }
}

interface Identity {
  readonly service: number
  readonly table: string
  readonly name: string
}

/**
 * What identifies a virtual relation in `_schema`, as one segment of a path. Rows of relations cannot: each write of one replaces its row,
 * and its number with it.
 */
function idOf({ service, table, name }: Identity): string {
  return Buffer.from(JSON.stringify([service, table, name])).toString('base64url')
}

function readId(sent: string): Identity | null {
  try {
    const read: unknown = JSON.parse(Buffer.from(sent, 'base64url').toString())
    const [service, table, name] = Array.isArray(read) ? read : []
    const isRead = typeof service === 'number' && typeof table === 'string' && typeof name === 'string'
    return isRead ? { service, table, name } : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

const unknown = (id: string) => new Problem(404, `Relationship '${id.slice(0, 64)}' not found.`)
