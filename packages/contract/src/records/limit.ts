import type { Verb } from '../verbs.ts'
import { audit, boolean, type DraftOf, id, integer, type RecordOf, string, text } from './field.ts'

/** Length of each limit period in seconds. */
export const limitPeriods = { minute: 60, hour: 3600, day: 86_400, '7-day': 604_800, '30-day': 2_592_000 } as const
export type LimitPeriod = keyof typeof limitPeriods
export const periodNames = Object.keys(limitPeriods) as LimitPeriod[]

/** What limits of a type count separately, and therefore have to name. */
export interface LimitScope {
  /** `one`: the named user; `each`: every user separately. */
  readonly user?: 'one' | 'each'
  readonly role?: true
  readonly service?: true
  /** A path in the service, or all paths below it if it ends with `*`. */
  readonly endpoint?: true
}

export const limitTypes = {
  instance: {},
  'instance.user': { user: 'one' },
  'instance.each_user': { user: 'each' },
  'instance.service': { service: true },
  'instance.role': { role: true },
  'instance.user.service': { user: 'one', service: true },
  'instance.each_user.service': { user: 'each', service: true },
  'instance.service.endpoint': { service: true, endpoint: true },
  'instance.user.service.endpoint': { user: 'one', service: true, endpoint: true },
  'instance.each_user.service.endpoint': { user: 'each', service: true, endpoint: true },
} as const satisfies Record<string, LimitScope>
export type LimitType = keyof typeof limitTypes
export const limitTypeNames = Object.keys(limitTypes) as LimitType[]

export const limitFields = {
  id: id(),
  type: string({
    label: 'Limit Type',
    required: true,
    nullable: false,
  }),
  key_text: string({ mode: 'readOnly', nullable: false }),
  rate: integer({ label: 'Limit Rate', required: true, nullable: false }),
  period: string({ label: 'Limit Period', required: true, nullable: false }),
  user_id: integer({ label: 'User' }),
  role_id: integer({ label: 'Role' }),
  service_id: integer({ label: 'Service' }),
  name: string({ label: 'Limit Name', max: 255, required: true, nullable: false }),
  description: string({ label: 'Description', max: 255 }),
  is_active: boolean({ label: 'Active', default: true, nullable: false }),
  ...audit,
  endpoint: text({ label: 'Endpoint' }),
  verb: string({ label: 'Verb' }),
}

export type Limit = RecordOf<typeof limitFields>
export type LimitDraft = DraftOf<typeof limitFields>

/** Current use of a limit, as returned by `limit_cache` and the relation `limit_cache_by_limit_id`. */
export interface LimitUse {
  id: number
  key: string
  max: number
  attempts: number
  remaining: number
}

/** A limit, with its current use if requested with `related=limit_cache_by_limit_id`. */
export type LimitWithUse = Limit & { readonly limit_cache_by_limit_id?: readonly LimitUse[] | null }

/** Identifies a limit: no two limits have the same target. */
export type LimitTarget = Pick<Limit, 'user_id' | 'role_id' | 'service_id' | 'endpoint'> & {
  type: LimitType
  period: LimitPeriod
  verb: Verb | null
}

/** The text that identifies a limit's counter. `user`: for limits on each user, whose counter; without it, the limit as a whole. */
export function limitKey(
  { type, user_id, role_id, service_id, endpoint, verb, period }: LimitTarget,
  user = '',
): string {
  const scope: LimitScope = limitTypes[type]
  return [
    'instance',
    ...(scope.user === 'one' ? [`user:${user_id}`] : scope.user === 'each' ? [`each_user:${user}`] : []),
    ...(scope.role ? [`role:${role_id}`] : []),
    ...(scope.service ? [`service:${service_id}`] : []),
    ...(scope.endpoint ? [`endpoint:${endpoint}`] : []),
    ...(verb === null ? [] : [`verb:${verb}`]),
    period,
  ].join('.')
}
