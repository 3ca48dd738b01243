import { createHash } from 'node:crypto'
import { flagSetting, numberSetting } from '@millwright/connector/config-values'
import type { MaybePromise } from '@millwright/connector/engine/statement'
import { Problem } from '@millwright/contract/problem'
import { decide } from '../../../access/decide.ts'
import type { Parts } from '../../../gateway/parts.ts'
import { substituteLookups } from '../../../platform/lookup-substitution.ts'
import { onceKept, wholeOf } from '../../../platform/tracing/request-context.ts'
import type { DescribedTable } from '../../../records/described-table.ts'
import { PermittedTable, type TablePolicy } from '../../../records/permitted-table.ts'
import { readRecord, readRecords } from '../../../records/tables/read-calls.ts'
import { writeRecords } from '../../../records/tables/write-calls.ts'
import { wireListEntry } from '../../../records/wire-table.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import type { Authority } from '../../../request/caller.ts'
import { type AccessRule, type CompiledRole, grantedRules } from '../../../request/compiled-role.ts'
import { choice, flag, list, text } from '../../../request/params.ts'
import { RowStream } from '../../../request/row-stream.ts'
import type { DatabaseContext, HandleResource } from './database-context.ts'

/** `_table` of a database service (docs/wire/tables.md). `policyOf`: returns the rights of a request's caller. */
export function createRecordsResource(
  context: DatabaseContext,
  policyOf: (request: ApiRequest) => TablePolicy,
): HandleResource {
  const { schema } = context
  const cache = createReadCache(context)

  function handleTable(request: ApiRequest, table: DescribedTable, id: string | null): Promise<ApiResponse> {
    const permitted = () => PermittedTable.authorize(policyOf(request), request.verb, table, request.resource)
    if (request.verb !== 'GET') {
      const write = (to: PermittedTable) => writeRecords(context, request, to, id).finally(cache.invalidate)
      return soon(permitted(), write)
    }
    const read = (from: PermittedTable) =>
      id === null ? readRecords(context, request, from) : readRecord(context, request, from, id)
    return cache.answer(request, () => soon(permitted(), read))
  }

  return async (request, [name = '', ...rest]) => {
    if (name === '') {
      if (request.verb === 'GET') return listTables(context, request)
      throw new Problem(400, `${request.verb} is not supported on '_table' itself.`)
    }
    const found = schema.table(name, flag(request.params, 'refresh'))
    const table = found instanceof Promise ? await found : found
    // Access rules use the name under which records are addressed.
    if (table.apiName.toLowerCase() !== name.toLowerCase()) {
      throw new Problem(404, `Table '${name}' does not exist in the database.`)
    }
    return handleTable(request, table, rest.length === 0 ? null : rest.join('/'))
  }
}

function soon<T, R>(value: MaybePromise<T>, work: (value: T) => Promise<R>): Promise<R> {
  return value instanceof Promise ? value.then(work) : work(value)
}

/** `GET _table`: lists the tables whose records the caller has any access to, by their names for calls. */
async function listTables({ schema }: DatabaseContext, request: ApiRequest): Promise<ApiResponse> {
  const { params } = request
  const prefix = text(params, 'schema')?.toLowerCase()
  const ids = list(params, 'ids')?.map((id) => id.toLowerCase())
  const entries = (await schema.tables(flag(params, 'refresh'))).flatMap((table) => {
    const name = table.apiName.toLowerCase()
    if (prefix !== undefined && !table.name.toLowerCase().startsWith(`${prefix}.`)) return []
    if (ids !== undefined && !ids.includes(name)) return []
    const mask = allowed(request, table)
    return mask === 0 ? [] : [{ table, mask }]
  })
  refuseUnknown(
    ids,
    entries.map(({ table }) => table),
  )
  if (flag(params, 'as_list')) return { status: 200, body: { resource: entries.map(({ table }) => table.apiName) } }
  const chosen = choice(params)
  const resource = entries.map(({ table, mask }) => {
    const { alias: _, ...entry } = wireListEntry(table, mask)
    return chosen({ ...entry, name: table.apiName })
  })
  return { status: 200, body: { resource } }
}

function allowed(request: ApiRequest, { apiName }: DescribedTable): number {
  return decide({ ...request, resource: `_table/${apiName}` }, []).mask
}

function refuseUnknown(ids: readonly string[] | undefined, tables: readonly DescribedTable[]): void {
  const missing = ids?.find((id) => !tables.some(({ apiName }) => apiName.toLowerCase() === id))
  if (missing !== undefined) throw new Problem(404, `Table '${missing}' does not exist in the database.`)
}

interface KnownRole {
  readonly key: string
  /** Values of its conditions that contain lookup keys. */
  readonly personal: readonly string[]
}

const known = new WeakMap<CompiledRole, KnownRole>()

/**
 * Returns an equal text for callers with the same read access: by the permissions and row filters of their roles, with lookup keys in these
 * filters substituted (docs/wire/caches.md). The same on all nodes.
 */
function readerKey(
  parts: Pick<Parts, 'lookups' | 'config'>,
  request: Pick<ApiRequest, 'caller' | 'requestor' | 'origin'>,
): MaybePromise<string> {
  const { narrowedBy } = request.caller
  return narrowedBy === undefined ? ownKey(parts, request) : narrowedKey(parts, request, narrowedBy)
}

async function narrowedKey(
  parts: Pick<Parts, 'lookups' | 'config'>,
  request: Pick<ApiRequest, 'caller' | 'requestor' | 'origin'>,
  narrowedBy: readonly Authority[],
): Promise<string> {
  const callers = [request.caller, ...narrowedBy.map(({ caller }) => caller)]
  const keys = await Promise.all(
    callers.map((caller) => (caller.role === null ? 'nothing' : ownKey(parts, { ...request, caller }))),
  )
  return digest(keys)
}

function ownKey(
  { lookups, config }: Pick<Parts, 'lookups' | 'config'>,
  { caller, requestor, origin }: Pick<ApiRequest, 'caller' | 'requestor' | 'origin'>,
): MaybePromise<string> {
  if (caller.sysadmin || caller.role === null) return ''
  const role = withGrants(roleOf(caller.role), grantedRules(caller.role))
  if (role.personal.length === 0) return `${requestor} ${role.key}`
  // The same ones as the conditions themselves, so that people share responses only if they see the same rows.
  return lookups.of(caller, config.publicUrl ?? origin, 'trusted').then((values) => {
    const own = role.personal.map((text) => substituteLookups(text, values))
    return `${requestor} ${digest([role.key, ...own])}`
  })
}

function roleOf(role: CompiledRole): KnownRole {
  const there = known.get(role)
  if (there !== undefined) return there
  const conditions = role.rules.flatMap(({ filters }) => filters.map(({ value }) => String(value ?? '')))
  const knownRole = { key: digest(role.rules), personal: conditions.filter((value) => value.includes('{')) }
  known.set(role, knownRole)
  return knownRole
}

/** Grants may have ended since the role was seen last. */
function withGrants(role: KnownRole, granted: readonly AccessRule[]): KnownRole {
  if (granted.length === 0) return role
  const conditions = granted.flatMap(({ filters }) => filters.map(({ value }) => String(value ?? '')))
  return {
    key: digest([role.key, granted]),
    personal: [...role.personal, ...conditions.filter((value) => value.includes('{'))],
  }
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}

/**
 * Caches responses to reads without a body, for as long as the service configures (docs/wire/caches.md). Any write to the service's records
 * and any call of a routine invalidates all of them, as it may have changed further tables.
 */
interface ReadCache {
  /** Returns the cached response, or a new one. */
  answer(request: ApiRequest, read: () => Promise<ApiResponse>): Promise<ApiResponse>
  /** Invalidates all responses after a possible write. */
  invalidate(): unknown
}

export function createReadCache({ service }: Pick<DatabaseContext, 'service'>): ReadCache {
  const { config, row, host } = service
  const { parts } = host
  const seconds = flagSetting(config, 'cache_enabled', false) ? (numberSetting(config, 'cache_ttl') ?? 0) : 0
  const answers = parts.caches.answers(row.id)
  return {
    invalidate: () => (seconds > 0 ? onceKept(row.id, () => answers.outdate()) : undefined),
    async answer(request, read) {
      if (seconds <= 0 || request.payload !== undefined || wholeOf(row.id) !== null) return read()
      const soon = keyOf(request)
      const key = soon instanceof Promise ? await soon : soon
      if (key === null) return read()
      const found = await answers.find(key)
      if (found.value !== undefined && !flag(request.params, 'refresh'))
        return { status: 200, body: found.value, isCached: true }
      const answer = await read()
      if (!(answer.body instanceof RowStream)) await found.keep(answer.body, seconds)
      return answer
    },
  }

  /** Returns `null` if the response depends on more than read access: on lookup keys in a filter. */
  function keyOf(request: ApiRequest): MaybePromise<string | null> {
    const pairs: [string, string][] = []
    for (const [name, value] of Object.entries(request.params)) {
      if (name === 'file') pairs.push([name, ''])
      else if (!aside.has(name)) pairs.push([name, value])
      if (value.includes('{')) return null
    }
    pairs.sort(([one], [other]) => (one < other ? -1 : 1))
    const whole = (reader: string) => `records ${reader} ${request.resource} ${JSON.stringify(pairs)}`
    const reader = readerKey(parts, request)
    return reader instanceof Promise ? reader.then(whole) : whole(reader)
  }
}

/** Parameters that do not affect what is read. */
const aside = new Set(['refresh', 'api_key', 'session_token', '_method', 'method', 'file', 'accept', 'wrap'])
