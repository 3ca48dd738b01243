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
import { trimSlashes } from '../access/tiers.ts'
import type { ApiRequest } from '../gateway/api-request.ts'
import type { LimitTable } from '../store/tables.ts'

/** An active limit as requests are compared with it. */
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
  /** In lower case; with `below`, what the paths that it covers begin with. */
  readonly endpoint: string
  readonly below: boolean
}

/** The stored row, with its service's name. */
export type LimitRow = Pick<
  Selectable<LimitTable>,
  'id' | 'name' | 'type' | 'rate' | 'period' | 'user_id' | 'role_id' | 'service_id' | 'endpoint' | 'verb'
> & { readonly service: string | null }

/** The limits by what they name, so that a request looks at those that can concern it and no others. */
export interface LimitIndex {
  applying(request: Counted): readonly ActiveLimit[]
  readonly users: ReadonlySet<number>
}

type Counted = Pick<ApiRequest, 'verb' | 'service' | 'resource' | 'caller'>

export function indexLimits(rows: readonly LimitRow[]): LimitIndex {
  const limits = rows.map(activeLimit)
  const byPlace = Map.groupBy(limits, placeOf)
  const at = (place: string) => byPlace.get(place) ?? none
  const users = new Set(limits.flatMap(({ user }) => user ?? []))

  return {
    users,
    applying({ verb, service, resource, caller }) {
      const user = caller.user?.id ?? null
      const role = caller.role?.id ?? null
      const found: ActiveLimit[] = []
      let path: string | null = null
      const take = (candidates: readonly ActiveLimit[]): void => {
        for (const limit of candidates) {
          if (limit.verb !== null && limit.verb !== verb) continue
          if (limit.scope.user === 'each' && user === null) continue
          if (limit.scope.endpoint) {
            path ??= trimSlashes(resource).toLowerCase()
            if (limit.below ? !path.startsWith(limit.endpoint) : path !== limit.endpoint) continue
          }
          found.push(limit)
        }
      }
      take(at('||'))
      take(at(`||${service}`))
      if (user !== null && users.has(user)) {
        take(at(`${user}||`))
        take(at(`${user}||${service}`))
      }
      if (role !== null) take(at(`|${role}|`))
      return found
    },
  }
}

const none: readonly ActiveLimit[] = []

function placeOf({ user, role, service }: ActiveLimit): string {
  return `${user ?? ''}|${role ?? ''}|${service ?? ''}`
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
 * Whether another limit of the request speaks instead of one that is used up: of a limit on each user, the same one on this
 * very user; of a limit on all verbs, the same one on this very verb.
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
