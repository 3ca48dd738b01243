import type { Requestor } from '@millwright/contract/verbs'
import { requestorMask } from '@millwright/contract/verbs'
import type { AccessRule } from '../request/compiled-role.ts'

/** How specifically a rule matches a request; the closest tier with a matching rule decides alone. */
export const tiers = ['exact', 'component', 'service', 'all'] as const
export type Tier = (typeof tiers)[number]

/** Lower is closer. */
export const tierRank = { exact: 0, component: 1, service: 2, all: 3 } as const satisfies Record<Tier, number>

/** Trims outer slashes, the form in which components are compared and shown. */
export function trimSlashes(path: string): string {
  let start = 0
  let end = path.length
  while (start < end && path.charCodeAt(start) === 47) start++
  while (end > start && path.charCodeAt(end - 1) === 47) end--
  return start === 0 && end === path.length ? path : path.slice(start, end)
}

/**
 * The path after the service in the form that rules are matched against: lower case, outer slashes trimmed, the first `(…)`
 * removed.
 */
export function componentOf(resource: string): string {
  const path = trimSlashes(resource).toLowerCase()
  const open = path.indexOf('(')
  if (open < 0) return path
  const close = path.indexOf(')', open)
  return close < 0 ? path : path.slice(0, open) + path.slice(close + 1)
}

/**
 * The tier in which a rule matches a component of a service, or `null` if it does not match. `service` in lower case, `component`
 * from `componentOf`.
 */
export function tierOf(rule: AccessRule, service: string, component: string, requestor: Requestor): Tier | null {
  if ((rule.requestorMask & requestorMask[requestor]) === 0) return null
  if (rule.service === null) return matchesAllServices(rule, component) ? 'all' : null
  if (rule.service !== service) return null
  if (component === '') return rule.component === '' ? 'exact' : rule.component === '*' ? 'service' : null
  if (rule.component === component) return 'exact'
  return matchesWildcard(rule.component, component) || matchesPlaceholder(rule.component, component)
    ? 'component'
    : null
}

function matchesAllServices(rule: AccessRule, component: string): boolean {
  return rule.component === '*' || (rule.component === '' && component === '')
}

/** `name/*` also covers `name` itself; a `*` anywhere but at the end matches nothing. */
function matchesWildcard(pattern: string, component: string): boolean {
  const star = pattern.indexOf('*')
  return star >= 0 && star === pattern.length - 1 && `${component}/`.startsWith(pattern.slice(0, star))
}

/** A component such as `_table/{name}`, as used in API descriptions, stands for any name in that place. */
function matchesPlaceholder(pattern: string, component: string): boolean {
  if (!component.includes('{')) return false
  const asked = component.split('/')
  const named = pattern.split('/')
  if (asked.length !== named.length || !asked.some(isPlaceholder)) return false
  return asked.every((part, index) => {
    const name = named[index] ?? ''
    return isPlaceholder(part) ? name !== '' && !name.includes('*') : part === name
  })
}

const isPlaceholder = (part: string) => part.length > 2 && part.startsWith('{') && part.endsWith('}')
