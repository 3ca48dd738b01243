import type { RoleServiceAccess } from '@millwright/contract/records/role'
import { type Requestor, requestorMask } from '@millwright/contract/verbs'

/** What a role's rules say about a call. */
export interface Decision {
  /** The verbs that are allowed. */
  readonly mask: number
  /** The rules that decide, whatever they allow; none: no rule matches. */
  readonly rules: readonly RoleServiceAccess[]
}

/** Something in a service that a call may be about. */
interface Target {
  readonly serviceId: number
  /** Below the service, in lower case, without outer slashes; empty for its root. */
  readonly path: string
}

/**
 * The rules that decide about calls of a path: those of the closest kind that has any, with their verbs joined (docs/wire/access.md). A role that is
 * inactive allows nothing, whatever its rules say; that is for the caller to know.
 */
export function decide(rules: readonly RoleServiceAccess[], target: Target, requestor: Requestor): Decision {
  const spoken = rules.filter(({ requestor_mask }) => ((requestor_mask ?? 0) & requestorMask[requestor]) !== 0)
  for (const matches of kinds) {
    const deciding = spoken.filter((rule) => matches(rule, trimmed(rule.component ?? ''), target))
    if (deciding.length > 0)
      return { mask: deciding.reduce((mask, rule) => mask | (rule.verb_mask ?? 0), 0), rules: deciding }
  }
  return { mask: 0, rules: [] }
}

type Matches = (rule: RoleServiceAccess, component: string, target: Target) => boolean

/** The closest first. */
const kinds: readonly Matches[] = [
  (rule, component, { serviceId, path }) => rule.service_id === serviceId && component === path,
  (rule, component, { serviceId, path }) =>
    rule.service_id === serviceId &&
    path !== '' &&
    component.endsWith('*') &&
    `${path}/`.startsWith(component.slice(0, -1)),
  (rule, component, { serviceId, path }) => rule.service_id === serviceId && path === '' && component === '*',
  (rule, component, { path }) =>
    (rule.service_id ?? null) === null && (component === '*' || (component === '' && path === '')),
]

/** As the instance compares components. */
export function trimmed(component: string): string {
  return component.toLowerCase().replace(/^\/+|\/+$/g, '')
}
