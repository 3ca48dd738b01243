import { allVerbs, type Requestor, requestorMask, type Verb, verbMask } from '@millwright/contract/verbs'
import type { Caller } from '../request/caller.ts'
import { type AccessRule, type CompiledRole, grantedRules } from '../request/compiled-role.ts'

/** How specifically a rule matches a request; the closest tier with a matching rule decides alone. */
export const tiers = ['exact', 'component', 'service', 'all'] as const
export type Tier = (typeof tiers)[number]

/** Lower is closer. */
const tierRank = { exact: 0, component: 1, service: 2, all: 3 } as const satisfies Record<Tier, number>

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
  const parts = component.split('/')
  const named = pattern.split('/')
  if (parts.length !== named.length || !parts.some(isPlaceholder)) return false
  return parts.every((part, index) => {
    const name = named[index] ?? ''
    return isPlaceholder(part) ? name !== '' && !name.includes('*') : part === name
  })
}

const isPlaceholder = (part: string) => part.length > 2 && part.startsWith('{') && part.endsWith('}')

type Rights = Pick<Caller, 'sysadmin' | 'role' | 'narrowedBy'>

/** Whether the caller may use any part of a service, so that lists of services show it. `service` in lower case. */
export function mayUseService(caller: Rights, service: string): boolean {
  return serviceMask(caller, service) !== 0
}

/** The verbs that the caller may use in any part of a service, as a mask. `service` in lower case. */
export function serviceMask(caller: Rights, service: string): number {
  const authors = caller.narrowedBy ?? []
  return authors.reduce((left, author) => left & serviceMask(author.caller, service), ownMask(caller, service))
}

function ownMask(caller: Rights, service: string): number {
  if (caller.sysadmin) return allVerbs
  if (caller.role === null || !caller.role.isActive) return 0
  let named = false
  let mask = 0
  let everywhere = 0
  for (const rule of caller.role.rules) {
    if (rule.service === service) {
      named = true
      mask |= rule.verbMask
    } else if (rule.service === null) everywhere |= rule.verbMask
  }
  const granted = grantedRules(caller.role).filter((rule) => rule.service === service)
  return granted.reduce((sum, rule) => sum | rule.verbMask, named ? mask : everywhere)
}

/** The result of matching a role's rules against one component of a service, for all verbs. */
export interface RuleMatch {
  /** The closest tier with a matching rule, or `null`. */
  readonly tier: Tier | null
  /** The verbs that the rules of this tier allow together. */
  readonly mask: number
  /**
   * The rule whose filters apply to the rows of a database request: the closest one that names the service and contains the verb,
   * and the last one among equally close rules.
   */
  rowRule(verb: Verb): AccessRule | null
  /** The verbs that the role's own rules allow, without grants. */
  readonly ownMask: number
  /** The rules of grants that match. They add to the rules of the role, however close these are. */
  readonly granted: readonly AccessRule[]
}

/** Caches results, because the same few components are requested again and again. A changed role is a new object. */
const matches = new WeakMap<CompiledRole, Map<string, RuleMatch>>()
const maxMatches = 500
const longestComponent = 200

/** `service` in lower case, `component` from `componentOf`. Grants are looked up at each call, as they end at any moment. */
export function matchRules(role: CompiledRole, service: string, component: string, requestor: Requestor): RuleMatch {
  const own = matchOwn(role, service, component, requestor)
  const granted = grantedRules(role).filter((rule) => tierOf(rule, service, component, requestor) !== null)
  if (granted.length === 0) return own
  const mask = granted.reduce((sum, rule) => sum | rule.verbMask, own.mask)
  const tiersOfGrants = granted.map((rule) => tierOf(rule, service, component, requestor))
  return { ...own, tier: own.tier ?? tiersOfGrants[0] ?? null, mask, granted }
}

function matchOwn(role: CompiledRole, service: string, component: string, requestor: Requestor): RuleMatch {
  if (role.rules.length < 8 || component.length > longestComponent) return search(role, service, component, requestor)
  let known = matches.get(role)
  if (known === undefined) {
    known = new Map()
    matches.set(role, known)
  }
  // The length separates service and component unambiguously, whatever characters they contain.
  const name = `${requestor}${service.length}:${service}${component}`
  const found = known.get(name)
  if (found !== undefined) return found
  const match = search(role, service, component, requestor)
  if (known.size >= maxMatches) known.clear()
  known.set(name, match)
  return match
}

interface Ranked {
  readonly rule: AccessRule
  readonly rank: number
}

function search(role: CompiledRole, service: string, component: string, requestor: Requestor): RuleMatch {
  let tier: Tier | null = null
  let closest: number = tierRank.all
  let mask = 0
  const naming: Ranked[] = []
  for (const rule of role.rules) {
    const matched = tierOf(rule, service, component, requestor)
    if (matched === null) continue
    const rank = tierRank[matched]
    if (rule.service !== null) naming.push({ rule, rank })
    if (rank > closest) continue
    mask = rank < closest ? rule.verbMask : mask | rule.verbMask
    closest = rank
    tier = matched
  }
  return { tier, mask, ownMask: mask, granted: [], rowRule: (verb) => closestOf(naming, verb) }
}

function closestOf(ranked: readonly Ranked[], verb: Verb): AccessRule | null {
  let best: Ranked | null = null
  for (const each of ranked) {
    if ((each.rule.verbMask & verbMask[verb]) !== 0 && (best === null || each.rank <= best.rank)) best = each
  }
  return best?.rule ?? null
}
