import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Interceptor } from '../../../gateway/gateway.ts'
import type { Parts } from '../../../gateway/parts.ts'
import { unwrapSingle } from '../../../records/system/alone-if-one.ts'
import type { ReadAt } from '../../../records/system/read-place.ts'
import type { Relation } from '../../../records/system/relation.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { isIdentifier, noIdentifier } from '../../../request/body.ts'
import { instanceCaller } from '../../../request/caller.ts'
import { flag, list } from '../../../request/params.ts'
import { limit as declared } from '../../ground/models/limit-model.ts'
import { peopleWhoWrote, personRecords, user } from '../../ground/models/person-model.ts'
import { role, roleRecords } from '../../ground/models/role-model.ts'
import { service, serviceRecords } from '../../ground/models/service-model.ts'
import { createResource } from '../../ground/system/create-resource.ts'
import { createReader } from '../../ground/system/reader.ts'
import type { ResourceDeclaration, SystemResource } from '../../ground/system/resource.ts'
import { type Counters, createMemoryCounters, createPostgresCounters, createSharedMemoryCounters } from './counters.ts'
import { createReadUse, type ReadUse } from './limit-use.ts'
import { createLimiter, type Exceeded } from './limiter.ts'
import { createRedisCounters } from './redis-counters.ts'

interface Limits {
  readonly declaration: ResourceDeclaration
  readonly resources: readonly SystemResource[]
  readonly interceptor: Interceptor
  close(): Promise<void>
}

/** Creates limits with their counters, resources and interceptor. `exceeded` is called for limits that are used up. */
export function createLimits(parts: Parts, exceeded: Exceeded): Limits {
  const { store, clock, instruments } = parts
  const counters = countersOf(parts)
  const readUse = createReadUse(store, counters, clock)
  const declaration = limitDeclaration(counters, readUse)
  const reader = createReader(declaration, parts)
  const whole = {
    fields: '*',
    related: undefined,
    order: undefined,
    group: undefined,
    filter: undefined,
    filterParams: {},
    lookups: null,
    only: null,
    comparesAll: true,
  }

  return {
    declaration,
    resources: [createLimitResource(declaration, parts), createLimitCacheResource({ store, counters, readUse })],
    interceptor: createLimiter({
      store,
      counters,
      clock,
      exceeded,
      instruments,
      records: async (ids) => {
        const found = await reader.many(reader.plan(whole), ids, {
          origin: '',
          caller: instanceCaller('limits'),
          requestor: 'API',
        })
        return ids.map((id) => ({ ...found.get(id) }))
      },
    }),
    close: () => counters.close(),
  }
}

function countersOf({ config, store }: Pick<Parts, 'config' | 'store'>): Counters {
  if (config.redisUrl !== null) {
    const counters = createRedisCounters(config.redisUrl)
    return config.limitsWhenAway === 'pass' ? failOpen(counters) : counters
  }
  if (store.engine.store.isShared) return createPostgresCounters(store)
  return store.siblings === null ? createMemoryCounters() : createSharedMemoryCounters(store.siblings)
}

/** Wraps counters so that requests pass when they cannot be counted. */
export function failOpen(counters: Counters): Counters {
  return {
    ...counters,
    async hit(hits, now) {
      try {
        return await counters.hit(hits, now)
      } catch (error) {
        if (error instanceof Problem && error.status === 503) return hits.map(() => ({ over: false, until: 0 }))
        throw error
      }
    },
  }
}

/** `system/limit`: maximum rates of API requests (docs/wire/limits.md). */
function createLimitResource(declaration: ResourceDeclaration, parts: Parts): SystemResource {
  const resource = createResource(declaration, parts)
  return {
    ...resource,
    async handle(request, rest) {
      const { params } = request
      // Callers who state how to handle errors of a batch expect one.
      if (flag(params, 'rollback') || flag(params, 'continue')) return resource.handle(request, rest)
      return unwrapSingle(() => resource.handle(request, rest))
    },
  }
}

/** Counters are read by the ids of their limits. */
const counterRecords: ReadAt = {
  table: 'limit',
  column: 'id',
  places: [{ name: 'limit_cache', scope: { values: {} } }],
}

/** What a limit names. */
export const limitedRelations: readonly Relation[] = [
  { kind: 'belongsTo', name: 'service_by_service_id', column: 'service_id', target: service, readAt: serviceRecords },
  { kind: 'belongsTo', name: 'role_by_role_id', column: 'role_id', target: role, readAt: roleRecords },
  { kind: 'belongsTo', name: 'user_by_user_id', column: 'user_id', target: user, readAt: personRecords },
]

function limitDeclaration(counters: Counters, readUse: ReadUse): ResourceDeclaration {
  return {
    name: 'limit',
    label: 'Limits',
    description: 'How often the API may be called: by everybody, by users, by roles, and in services.',
    travels: { key: 'name', needsReferences: true, files: { folder: 'limits' } },
    declared,
    scope: { values: {} },
    relations: [
      ...limitedRelations,
      {
        kind: 'virtual',
        name: 'limit_cache_by_limit_id',
        readAt: counterRecords,
        values: async (ids) =>
          new Map([...(await readUse(ids.map(Number)))].map(([id, uses]) => [id, uses.map((use) => ({ ...use }))])),
      },
      ...peopleWhoWrote,
    ],
    async afterWrite({ values, previous }) {
      if (previous === null) return
      const key = String(previous.key_text)
      if (values.key_text !== undefined && values.key_text !== key) await counters.clear([key])
      else if (values.rate !== undefined && values.rate !== previous.rate) await counters.unlock([key])
    },
    async beforeDelete({ previous }) {
      await counters.clear([String(previous.key_text)])
    },
  }
}

interface LimitCacheParts extends Pick<Parts, 'store'> {
  readonly counters: Counters
  readonly readUse: ReadUse
}

/** `system/limit_cache`: reads and resets the usage of limits (docs/wire/limits.md). */
function createLimitCacheResource({ store, counters, readUse }: LimitCacheParts): SystemResource {
  const keys = async (ids: readonly number[] | null) => {
    const query = store.db.selectFrom('limit').select(['id', 'key_text']).orderBy('id')
    const found = await (ids === null ? query : query.where('id', 'in', [...ids, 0])).execute()
    const missing = ids?.find((id) => !found.some((row) => row.id === id))
    if (missing !== undefined) throw new Problem(404, `There is no limit with the identifier ${missing}.`)
    return found
  }

  async function read(request: ApiRequest, id: string | undefined): Promise<unknown> {
    const limitIds = id === undefined ? askedIds(request) : [readId(id)]
    const limits = await keys(limitIds)
    const uses = await readUse(limits.map((row) => row.id))
    if (id !== undefined) return uses.get(readId(id))?.[0] ?? null
    return { resource: limits.flatMap((row) => uses.get(row.id) ?? []) }
  }

  async function clear(request: ApiRequest, id: string | undefined): Promise<unknown> {
    const limitIds = id === undefined ? askedIds(request) : [readId(id)]
    const all = flag(request.params, 'force') || flag(request.params, 'allow_delete')
    if (limitIds === null && !all)
      throw new Problem(400, 'Name the counters to clear by ids, or send force=true for all.')
    const limits = await keys(limitIds)
    await counters.clear(limits.map(({ key_text }) => key_text))
    if (limitIds === null) return { success: true }
    return id === undefined ? { resource: limits.map((row) => ({ id: row.id })) } : { id: readId(id) }
  }

  return {
    name: 'limit_cache',
    label: 'Limit counters',
    description: 'How much of each limit is used, and resets.',
    singleton: false,
    keeps: 'history',
    readOnly: false,
    async handle(request, [id, ...rest]): Promise<ApiResponse> {
      if (rest.length > 0) throw new Problem(404, 'A limit counter has no subresources.')
      if (request.verb === 'GET') return { status: 200, body: await read(request, id) }
      if (request.verb === 'DELETE') return { status: 200, body: await clear(request, id) }
      throw new Problem(400, `${request.verb} is not supported on '${request.resource}'.`)
    },
  }
}

function askedIds({ params, payload }: ApiRequest): number[] | null {
  const named = list(params, 'ids')
  if (named !== undefined) return named.map(readId)
  const sent = isRecord(payload) ? (payload.ids ?? payload.resource) : null
  if (!Array.isArray(sent)) return null
  return sent.map((each) => {
    const id: unknown = isRecord(each) ? each.id : each
    if (!isIdentifier(id)) throw noIdentifier('ids')
    return readId(String(id))
  })
}

function readId(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text.trim())) return Number(text)
  throw new Problem(400, `"${text}" is not the identifier of a limit.`)
}
