import {
  type LimitPeriod,
  type LimitScope,
  type LimitType,
  type LimitUse,
  limitKey,
  limitTypes,
} from '@millwright/contract/records/limit'
import { isVerb, type Verb } from '@millwright/contract/verbs'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Store } from '../../../store/store.ts'
import type { Counters } from './counters.ts'

/** Returns the usage of limits by limit id. For a limit on each user, returns it for every active user who is not an administrator. */
export type ReadUse = (ids: readonly number[]) => Promise<Map<number, LimitUse[]>>

/** Maximum number of users in the usage of a limit on each user, lowest ids first. */
const maxUsers = 1000

export function createReadUse(store: Pick<Store, 'db'>, counters: Counters, clock: Clock): ReadUse {
  return async (ids) => {
    if (ids.length === 0) return new Map()
    const rows = await store.db.selectFrom('limit').selectAll().where('id', 'in', ids).orderBy('id').execute()
    const limits = rows.map((row) => {
      const type = row.type as LimitType
      const scope: LimitScope = limitTypes[type]
      const verb = row.verb !== null && isVerb(row.verb) ? (row.verb as Verb) : null
      return {
        id: row.id,
        rate: row.rate,
        each: scope.user === 'each',
        target: { ...row, type, verb, period: row.period as LimitPeriod },
      }
    })
    const users = limits.some(({ each }) => each) ? await activeUsers(store.db) : []
    const limitCounters = limits.flatMap(({ id, rate, each, target }) => {
      const key = limitKey(target)
      return (each ? users : ['']).map((user) => ({
        id,
        rate,
        key,
        user,
        shown: user === '' ? key : limitKey(target, user),
      }))
    })
    const counts = await counters.read(limitCounters, clock())
    const uses = limitCounters.map(({ id, rate, shown }, at): LimitUse => {
      const count = counts[at] ?? { hits: 0, locked: false }
      const attempts = count.locked ? rate : Math.min(count.hits, rate)
      return { id, key: shown, max: rate, attempts, remaining: rate - attempts }
    })
    return Map.groupBy(uses, ({ id }) => id)
  }
}

async function activeUsers(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('user')
    .select('id')
    .where('is_active', '=', 1)
    .where('is_sys_admin', '=', 0)
    .orderBy('id')
    .limit(maxUsers)
    .execute()
  return rows.map(({ id }) => String(id))
}
