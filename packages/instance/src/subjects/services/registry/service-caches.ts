import { Problem } from '@millwright/contract/problem'
import { mayUseService } from '../../../access/rule-match.ts'
import type { Parts } from '../../../gateway/parts.ts'
import type { Cache, ServiceCaches } from '../../../gateway/ports/service-caches.ts'
import type { ResponseCache } from '../../../platform/answers.ts'
import { createLruCache } from '../../../platform/cache.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Instruments } from '../../../platform/instruments/instruments.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import type { Caller } from '../../../request/caller.ts'
import { askedFields, flag, pick } from '../../../request/params.ts'
import type { Change, Changes } from '../../../store/changes.ts'
import { tableNames } from '../../../store/tables.ts'
import type { SystemResource } from '../../ground/system/resource.ts'

const maxValues = 1_000

export function createCache(clock: Clock, size = maxValues): Cache {
  const values = createLruCache<string, { readonly value: unknown; readonly until: number }>(size)
  return {
    get(key) {
      const found = values.get(key)
      if (found === undefined) return undefined
      if (found.until > clock()) return found.value
      values.delete(key)
      return undefined
    },
    set(key, value, seconds) {
      if (seconds > 0) values.set(key, { value, until: clock() + seconds * 1000 })
    },
    delete: (key) => void values.delete(key),
    clear: () => values.clear(),
  }
}

interface CachesParts {
  readonly changes: Changes
  readonly clock: Clock
  readonly answers: ResponseCache
  readonly instruments: Instruments
}

export function createServiceCaches({ changes, clock, answers, instruments }: CachesParts): ServiceCaches {
  const noted = (cache: string, value: unknown) => {
    instruments.count('millwright_cache_lookups_total', { cache, outcome: value === undefined ? 'miss' : 'hit' })
    return value
  }
  const counted = (name: string, cache: Cache): Cache => ({ ...cache, get: (key) => noted(name, cache.get(key)) })

  const byService = new Map<number, Cache>()
  const scripts = counted('scripts', createCache(clock))

  changes.subscribe(({ table, ids }) => {
    if (table !== 'service') return
    scripts.clear()
    if (ids === 'all') {
      byService.clear()
      void answers.outdate('all')
      return
    }
    for (const id of ids) {
      byService.delete(id)
      void answers.outdate(id)
    }
  })

  return {
    scripts,
    answers(serviceId) {
      const kept = answers.of(serviceId)
      return {
        outdate: kept.outdate,
        find(key) {
          const found = kept.find(key)
          if (found instanceof Promise) void found.then(({ value }) => noted('answers', value))
          else noted('answers', found.value)
          return found
        },
      }
    },
    outdate: answers.outdate,
    of(serviceId) {
      const known = byService.get(serviceId)
      if (known !== undefined) return known
      const serviceCache = counted('services', createCache(clock))
      byService.set(serviceId, serviceCache)
      return serviceCache
    },
  }
}

const columns = ['name', 'label', 'description', 'type'] as const

/** Revoked tokens are not a cache: flushing one would make it valid again. */
const cachedTables = tableNames.filter((table) => !['session', 'token_revocation', 'setting'].includes(table))

/** `system/cache`: lists the services and flushes their caches, on every node (docs/wire/records.md). */
export function createCacheResource({ store, caches }: Pick<Parts, 'store' | 'caches'>): SystemResource {
  const usable = async (caller: Caller) =>
    (
      await store.db
        .selectFrom('service')
        .select(['id', ...columns])
        .orderBy('id')
        .execute()
    ).filter(({ name }) => mayUseService(caller, name.toLowerCase()))

  async function list({ caller, params }: ApiRequest): Promise<object> {
    const fields = askedFields(params, columns, ['name'])
    const found = await usable(caller)
    return { resource: found.map((row) => (flag(params, 'as_list') ? row.name : pick(row, fields))) }
  }

  async function flush({ caller }: ApiRequest, rest: readonly string[]): Promise<object> {
    const [name] = rest
    if (name === undefined) await forget('everything')
    // There are few scripts, so all of them are reloaded when they next run.
    else if (name === '_event') await store.changes.publish([{ table: 'event_script', ids: [] }])
    else await flushService(name, caller)
    return { success: true }
  }

  async function flushService(name: string, caller: Caller): Promise<void> {
    const row = (await usable(caller)).find((each) => each.name.toLowerCase() === name.toLowerCase())
    if (row === undefined) throw new Problem(404, `Could not find a service for ${name}`)
    if (row.type === 'system') await forget('system')
    else {
      await caches.outdate(row.id)
      await store.changes.publish([{ table: 'service', ids: [row.id] }])
    }
  }

  /** Publishes changes of all tables, from which every cache is derived, so that they are reloaded. */
  async function forget(what: 'everything' | 'system'): Promise<void> {
    if (what === 'everything') await caches.outdate('all')
    const ids = (table: string) => (what === 'system' && table === 'service' ? [] : ('all' as const))
    await store.changes.publish(cachedTables.map((table): Change => ({ table, ids: ids(table) })))
  }

  return {
    name: 'cache',
    label: 'Cache',
    description: 'Caches of services, and flushing them.',
    singleton: false,
    keeps: 'nothing',
    readOnly: false,
    async handle(request, rest) {
      if (request.verb === 'GET' && rest.length === 0) return { status: 200, body: await list(request) }
      if (request.verb === 'DELETE') return { status: 200, body: await flush(request, rest) }
      throw new Problem(400, `${request.verb} is not supported on '${request.resource}'.`)
    },
  }
}
