import { compileRole } from '../../../access/compile-role.ts'
import { type Clock, isoMicros } from '../../../platform/clock.ts'
import { type AccessRule, type CompiledRole, type HeldGrants, noRole } from '../../../request/compiled-role.ts'
import type { Db } from '../../../store/store.ts'
import type { CachedRecord } from './record-cache.ts'

/** Who was granted something. */
type Subject = { readonly userId: number } | { readonly appId: number }

/** All grants that have not ended, by person and by app. */
export interface GrantsByHolder {
  readonly users: ReadonlyMap<number, HeldGrants>
  readonly apps: ReadonlyMap<number, HeldGrants>
}

/** Loads all grants that have not ended. */
export async function loadGrants(db: Db, clock: Clock): Promise<GrantsByHolder> {
  const rows = await db
    .selectFrom('access_request as request')
    .innerJoin('service', 'service.id', 'request.service_id')
    .select(['request.id', 'request.user_id', 'request.app_id', 'request.service_id', 'service.name as service_name'])
    .select(['request.component', 'request.granted_mask', 'request.filters', 'request.filter_op', 'request.until'])
    .where('request.status', '=', 'approved')
    .where('request.until', '>', isoMicros(clock()))
    .orderBy('request.id')
    .execute()
  const granted = rows.flatMap(({ user_id, app_id, until, granted_mask, ...row }) => {
    const access = { ...row, verb_mask: granted_mask, requestor_mask: 1 }
    const [rule] = compileRole({ ...noRole, is_active: 1 }, [access]).rules
    if (rule === undefined || until === null) return []
    return { user_id, app_id, rule: { ...rule, granted: { request: row.id, until } } }
  })
  return { users: heldBy('user_id'), apps: heldBy('app_id') }

  function heldBy(column: 'user_id' | 'app_id'): ReadonlyMap<number, HeldGrants> {
    const own = Map.groupBy(granted, (each) => each[column])
    const held = [...own].flatMap(([id, each]) =>
      id === null
        ? []
        : [
            [
              id,
              endingRules(
                each.map(({ rule }) => rule),
                clock,
              ),
            ] as const,
          ],
    )
    return new Map(held)
  }
}

type GrantedRule = AccessRule & Required<Pick<AccessRule, 'granted'>>

/** The clock is asked at each call, so that a grant ends at its end, whatever was cached. */
function endingRules(rules: readonly GrantedRule[], clock: Clock): HeldGrants {
  let left = rules
  let next = nextEnd(left)
  return {
    current() {
      const now = clock()
      if (now >= next) {
        left = left.filter(({ granted }) => Date.parse(granted.until) > now)
        next = nextEnd(left)
      }
      return left
    },
  }
}

const nextEnd = (rules: readonly GrantedRule[]) =>
  Math.min(Number.POSITIVE_INFINITY, ...rules.map(({ granted }) => Date.parse(granted.until)))

/** One object for each role that someone has with the same grants, as decisions are cached by it. */
const combined = new WeakMap<HeldGrants, WeakMap<CompiledRole, CompiledRole>>()

/** A role with the grants of a person or app. Stale as soon as one of both is. */
export function withGrants(
  role: CachedRecord<CompiledRole | null> | null,
  grants: CachedRecord<GrantsByHolder | null>,
  subject: Subject,
): CachedRecord<CompiledRole | null> {
  const held = 'userId' in subject ? grants.value?.users.get(subject.userId) : grants.value?.apps.get(subject.appId)
  const base = role?.value ?? null
  return {
    value: held === undefined ? base : combine(base ?? noRole, held),
    get stale() {
      return grants.stale || role?.stale === true
    },
  }
}

function combine(role: CompiledRole, grants: HeldGrants): CompiledRole {
  const known = combined.get(grants) ?? new WeakMap<CompiledRole, CompiledRole>()
  combined.set(grants, known)
  const combination = known.get(role) ?? { ...role, grants }
  known.set(role, combination)
  return combination
}
