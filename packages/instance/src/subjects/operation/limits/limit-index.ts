import {
  type LimitPeriod,
  type LimitScope,
  type LimitType,
  limitKey,
  limitPeriods,
  limitTypes,
} from '@millwright/contract/records/limit'
import { isVerb, type Verb } from '@millwright/contract/verbs'
import type { Selectable } from 'kysely'
import { trimSlashes } from '../../../access/rule-match.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import type { LimitTable } from '../../../store/system-tables.ts'

/** An active limit, prepared for matching requests. */
export interface ActiveLimit {
  readonly id: number
  readonly name: string
  readonly key: string
  readonly rate: number
  /** Milliseconds. */
  readonly period: number
  readonly verb: Verb | null
  readonly scope: LimitScope
  readonly user: number | null
  readonly role: number | null
  /** In lower case. */
  readonly service: string | null
  /** In lower case. With `below`, the prefix of the covered paths. */
  readonly endpoint: string
  readonly below: boolean
}

/** The stored row with the name of its service. */
export type LimitRow = Pick<
  Selectable<LimitTable>,
  'id' | 'name' | 'type' | 'rate' | 'period' | 'user_id' | 'role_id' | 'service_id' | 'endpoint' | 'verb'
> & { readonly service: string | null }

/** Indexes limits by what they name, so that a request is compared only with limits that can apply to it. */
export interface LimitIndex {
  applying(request: Counted): readonly ActiveLimit[]
  readonly users: ReadonlySet<number>
}

type Counted = Pick<ApiRequest, 'verb' | 'service' | 'resource' | 'caller'>

export function indexLimits(rows: readonly LimitRow[]): LimitIndex {
  const limits = rows.map(activeLimit)
  const places = new Map([...Map.groupBy(limits, placeOf)].map(([name, there]) => [name, placeWith(there)]))
  const users = new Set(limits.flatMap(({ user }) => user ?? []))

  return {
    users,
    applying({ verb, service, resource, caller }) {
      const user = caller.user?.id ?? null
      const role = caller.role?.id ?? null
      const found: ActiveLimit[] = []
      let path: string | null = null
      const take = (candidates: readonly ActiveLimit[] | undefined): void => {
        for (const limit of candidates ?? none) {
          if (limit.verb !== null && limit.verb !== verb) continue
          if (limit.scope.user === 'each' && user === null) continue
          found.push(limit)
        }
      }
      const visit = (name: string): void => {
        const place = places.get(name)
        if (place === undefined) return
        take(place.anywhere)
        if (place.exact.size === 0 && place.lengths.length === 0) return
        path ??= trimSlashes(resource).toLowerCase()
        take(place.exact.get(path))
        for (const length of place.lengths) if (length <= path.length) take(place.below.get(path.slice(0, length)))
      }
      visit('||')
      visit(`||${service}`)
      if (user !== null && users.has(user)) {
        visit(`${user}||`)
        visit(`${user}||${service}`)
      }
      if (role !== null) visit(`|${role}|`)
      return found
    },
  }
}

/** Limits on the same user, role and service, indexed by path. */
interface Place {
  readonly anywhere: readonly ActiveLimit[]
  /** Limits by exact path. */
  readonly exact: ReadonlyMap<string, readonly ActiveLimit[]>
  /** Limits by path prefix, and the lengths of these prefixes. */
  readonly below: ReadonlyMap<string, readonly ActiveLimit[]>
  readonly lengths: readonly number[]
}

const none: readonly ActiveLimit[] = []

function placeOf({ user, role, service }: ActiveLimit): string {
  return `${user ?? ''}|${role ?? ''}|${service ?? ''}`
}

function placeWith(limits: readonly ActiveLimit[]): Place {
  const on = Object.groupBy(limits, ({ scope, below }) => (!scope.endpoint ? 'anywhere' : below ? 'below' : 'exact'))
  const below = Map.groupBy(on.below ?? none, ({ endpoint }) => endpoint)
  return {
    anywhere: on.anywhere ?? none,
    exact: Map.groupBy(on.exact ?? none, ({ endpoint }) => endpoint),
    below,
    lengths: [...new Set([...below.keys()].map(({ length }) => length))],
  }
}

function activeLimit(row: LimitRow): ActiveLimit {
  const type = row.type as LimitType
  const period = row.period as LimitPeriod
  const verb = row.verb !== null && isVerb(row.verb) ? row.verb : null
  const scope: LimitScope = limitTypes[type]
  const endpoint = (row.endpoint ?? '').toLowerCase()
  const star = endpoint.lastIndexOf('*')
  return {
    id: row.id,
    name: row.name,
    key: limitKey({ ...row, type, period, verb }),
    rate: row.rate,
    period: limitPeriods[period] * 1000,
    verb,
    scope,
    user: scope.user === 'one' ? row.user_id : null,
    role: scope.role ? row.role_id : null,
    service: scope.service ? (row.service?.toLowerCase() ?? null) : null,
    endpoint: star < 0 ? endpoint : endpoint.slice(0, star),
    below: star >= 0,
  }
}

/**
 * Whether a more specific limit on the request overrides one that is used up: the limit on this user overrides a limit on each
 * user, and the limit on this verb overrides a limit on all verbs.
 */
export function isOverruled(limit: ActiveLimit, applying: readonly ActiveLimit[]): boolean {
  return applying.some(
    (other) =>
      other !== limit &&
      other.period === limit.period &&
      samePlace(other, limit) &&
      (overrulesUser(other, limit) || overrulesVerb(other, limit)),
  )
}

const overrulesUser = (other: ActiveLimit, limit: ActiveLimit) =>
  limit.scope.user === 'each' && other.scope.user === 'one' && (other.verb === limit.verb || other.verb !== null)

const overrulesVerb = (other: ActiveLimit, limit: ActiveLimit) =>
  limit.verb === null && other.verb !== null && other.scope.user === limit.scope.user

function samePlace(one: ActiveLimit, other: ActiveLimit): boolean {
  return (
    one.service === other.service &&
    one.role === other.role &&
    one.scope.endpoint === other.scope.endpoint &&
    one.endpoint === other.endpoint &&
    one.below === other.below
  )
}
