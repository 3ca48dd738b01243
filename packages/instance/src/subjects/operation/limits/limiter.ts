import { Problem } from '@millwright/contract/problem'
import type { Interceptor } from '../../../gateway/gateway.ts'
import { createLruCache } from '../../../platform/cache.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Instruments } from '../../../platform/instruments/instruments.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import type { Store } from '../../../store/store.ts'
import type { Counted, Counters } from './counters.ts'
import { type ActiveLimit, indexLimits, isOverruled, type LimitIndex } from './limit-index.ts'

interface LimiterParts {
  readonly store: Store
  readonly counters: Counters
  readonly clock: Clock
  /** Loads limits as API records, for the error response. */
  readonly records: (ids: readonly number[]) => Promise<readonly object[]>
  readonly exceeded: Exceeded
  readonly instruments: Instruments
}

/** Called once when a limit is used up, with the request and the limit's record. Must not throw. */
export type Exceeded = (request: ApiRequest, limit: number, record: object) => void

/** Maximum number of remembered locks that were reported. */
const maxTold = 1_000

/**
 * Rejects requests over a limit with 429 (docs/wire/limits.md). System administrators and scripts are never limited. Limits are
 * reloaded after a change to them or to records that they name.
 */
export function createLimiter({ store, counters, clock, records, exceeded, instruments }: LimiterParts): Interceptor {
  const reportedLocks = createLruCache<string, object>(maxTold)
  let index: LimitIndex | null = null
  let generation = 0
  store.changes.subscribe(({ table, ids }) => {
    const named = table === 'user' && (ids === 'all' || ids.some((id) => index?.users.has(id) === true))
    if (table !== 'limit' && table !== 'service' && !named) return
    index = null
    generation += 1
  })

  async function load(): Promise<LimitIndex> {
    const loading = generation
    const rows = await store.db
      .selectFrom('limit')
      .leftJoin('service', 'service.id', 'limit.service_id')
      .select([
        'limit.id',
        'limit.name',
        'limit.type',
        'rate',
        'period',
        'user_id',
        'role_id',
        'service_id',
        'endpoint',
      ])
      .select(['verb', 'service.name as service'])
      .where('limit.is_active', '=', 1)
      .execute()
    const loaded = indexLimits(rows)
    if (loading === generation) index = loaded
    return loaded
  }

  function check(request: ApiRequest, known: LimitIndex): Promise<void> | undefined {
    const applying = known.applying(request)
    if (applying.length === 0) return undefined
    const now = clock()
    const user = String(request.caller.user?.id ?? '')
    const hits = applying.map(({ key, rate, period, scope }) => ({
      key,
      rate,
      period,
      user: scope.user === 'each' ? user : '',
    }))
    const counted = counters.hit(hits, now)
    return counted instanceof Promise
      ? counted.then((each) => refuseOver(request, applying, each, now))
      : refuseOver(request, applying, counted, now)
  }

  function refuseOver(
    request: ApiRequest,
    applying: readonly ActiveLimit[],
    counted: readonly Counted[],
    now: number,
  ): Promise<void> | undefined {
    if (!counted.some(({ over }) => over)) return undefined
    const over = applying.flatMap((limit, at) => {
      const until = counted[at]?.over === true ? counted[at].until : null
      return until === null || isOverruled(limit, applying) ? [] : [{ limit, until }]
    })
    return over.length === 0 ? undefined : refuse(request, over, now)
  }

  async function refuse(request: ApiRequest, over: readonly Over[], now: number): Promise<never> {
    instruments.count('millwright_limit_refusals_total')
    const found = await records(over.map(({ limit }) => limit.id))
    for (const [at, { limit, until }] of over.entries()) {
      if (isFirst(request, limit, until, now)) exceeded(request, limit.id, found[at] ?? {})
    }
    const longest = over.reduce((a, b) => (b.until > a.until ? b : a))
    throw new Problem(429, `API limit(s) exceeded. ${over.map(({ limit }) => limit.name).join(', ')}.`, {
      context: over.map(({ limit }, at) => ({ id: limit.id, name: limit.name, object: found[at] ?? null })),
      headers: {
        'x-ratelimit-limit': String(longest.limit.rate),
        'x-ratelimit-remaining': '0',
        'retry-after': String(Math.ceil((longest.until - now) / 1000)),
        'x-ratelimit-reset': String(Math.ceil(longest.until / 1000)),
      },
    })
  }

  /** Whether this request caused the lock. Reports one request only if several did at the same time. */
  function isFirst({ caller }: ApiRequest, { key, period, scope }: ActiveLimit, until: number, now: number): boolean {
    const lock = `${key}|${scope.user === 'each' ? caller.user?.id : ''}|${until}`
    if (until !== now + period || reportedLocks.get(lock) !== undefined) return false
    reportedLocks.set(lock, {})
    return true
  }

  return {
    limit(request) {
      if (isExempt(request) || request.requestor === 'SCRIPT' || isSignInRequest(request)) return undefined
      return index === null ? load().then((loaded) => check(request, loaded)) : check(request, index)
    },
  }
}

interface Over {
  readonly limit: ActiveLimit
  /** Milliseconds since 1970. */
  readonly until: number
}

/** Administrators themselves are exempt, but not programs that act on their behalf. */
const isExempt = ({ caller }: ApiRequest) => caller.sysadmin && caller.assistant === undefined

/** Exempts sign-in requests, so that an administrator can still fix a limit that locks everyone out. Logins are throttled separately. */
function isSignInRequest({ caller, service, resource }: ApiRequest): boolean {
  return caller.user === null && waysIn.has(`${service}/${resource}`)
}

const waysIn = new Set(['system/environment', 'system/admin/session', 'user/session'])
