import { type Requestor, type Verb, verbMask } from '@millwright/contract/verbs'
import type { AccessRule, CompiledRole } from '../request/compiled-role.ts'
import { type Tier, tierOf, tierRank } from './tiers.ts'

/** What a role's rules say about one component of a service, whatever the verb. */
export interface RuleMatch {
  /** The closest tier with a rule; null: no rule speaks about the component. */
  readonly tier: Tier | null
  /** The verbs that the rules of this tier allow, joined. */
  readonly mask: number
  /**
   * The rule whose conditions hold for the rows of a database call: of those that name the service and contain the verb the
   * closest, and among equally close ones the last.
   */
  rowRule(verb: Verb): AccessRule | null
}

/** The same few components are asked for again and again. A role that changed is another object. */
const matches = new WeakMap<CompiledRole, Map<string, RuleMatch>>()
const mostMatches = 500
const longestComponent = 200

/** `service` in lower case, `component` from `componentOf`. */
export function matchRules(role: CompiledRole, service: string, component: string, requestor: Requestor): RuleMatch {
  if (role.rules.length < 8 || component.length > longestComponent) return search(role, service, component, requestor)
  let known = matches.get(role)
  if (known === undefined) {
    known = new Map()
    matches.set(role, known)
  }
  // The length keeps a service's name apart from the component, whatever either holds.
  const name = `${requestor}${service.length}:${service}${component}`
  const found = known.get(name)
  if (found !== undefined) return found
  const match = search(role, service, component, requestor)
  if (known.size >= mostMatches) known.clear()
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
  return { tier, mask, rowRule: (verb) => closestOf(naming, verb) }
}

function closestOf(ranked: readonly Ranked[], verb: Verb): AccessRule | null {
  let best: Ranked | null = null
  for (const each of ranked) {
    if ((each.rule.verbMask & verbMask[verb]) !== 0 && (best === null || each.rank <= best.rank)) best = each
  }
  return best?.rule ?? null
}
