import { type Requestor, type Verb, verbMask } from '@millwright/contract/verbs'
import { type AccessRule, type CompiledRole, grantedRules } from '../request/compiled-role.ts'
import { type Tier, tierOf, tierRank } from './tiers.ts'

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
