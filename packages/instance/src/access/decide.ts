import { allVerbs, type Requestor, verbMask } from '@millwright/contract/verbs'
import type { ApiRequest, PublicEndpoint } from '../request/api-request.ts'
import type { Authority, Caller } from '../request/caller.ts'
import type { CompiledRole } from '../request/compiled-role.ts'
import { isOwnAffair } from './narrowed.ts'
import { componentOf, type Tier, tierOf } from './tiers.ts'

/** What a decision is about: any `ApiRequest`, or the few of its members that matter. */
export type AccessQuestion = Pick<ApiRequest, 'verb' | 'service' | 'resource' | 'requestor'> & {
  readonly caller: Pick<Caller, 'sysadmin' | 'role' | 'narrowedBy'>
}

export interface Decision {
  readonly allowed: boolean
  /** What decided: a tier of the role's rules, `sysadmin`, `public`, or null when nothing spoke for the call. */
  readonly tier: Tier | 'sysadmin' | 'public' | null
  /** The verbs that are allowed here, as a mask. */
  readonly mask: number
}

const sysadmin: Decision = { allowed: true, tier: 'sysadmin', mask: allVerbs }
const silent: Decision = { allowed: false, tier: null, mask: 0 }

/**
 * Whether a call may happen: administrators always, others by their role, and anybody on the service's public endpoints
 * (docs/wire/access.md). Query parameters never matter. `refusal` makes the answer of a denied call, `explain` the reasons.
 */
export function decide(question: AccessQuestion, publicEndpoints: readonly PublicEndpoint[]): Decision {
  const own = decideAlone(question, publicEndpoints)
  const { narrowedBy } = question.caller
  return narrowedBy === undefined ? own : within(own, narrowedBy, question, publicEndpoints)
}

/** What is left of a decision by what the authors of the caller's script or task may do themselves. */
function within(
  own: Decision,
  narrowedBy: readonly Authority[],
  question: AccessQuestion,
  publicEndpoints: readonly PublicEndpoint[],
): Decision {
  if (isOwnAffair(question)) return { ...own, allowed: false, mask: 0 }
  const masks = narrowedBy.map(({ caller }) => decide({ ...question, caller }, publicEndpoints).mask)
  const mask = masks.reduce((left, each) => left & each, own.mask)
  return { ...own, allowed: own.allowed && (mask & verbMask[question.verb]) !== 0, mask }
}

function decideAlone(question: AccessQuestion, publicEndpoints: readonly PublicEndpoint[]): Decision {
  if (question.caller.sysadmin) return sysadmin
  const component = componentOf(question.resource)
  const byRole = decideByRole(question.caller.role, question, component)
  if (byRole.allowed || publicEndpoints.length === 0) return byRole
  return isPublic(question, component, publicEndpoints)
    ? { allowed: true, tier: 'public', mask: byRole.mask | verbMask[question.verb] }
    : byRole
}

function decideByRole(role: CompiledRole | null, question: AccessQuestion, component: string): Decision {
  if (role === null || !role.isActive) return silent
  const { tier, mask } = matchOf(role, question, component)
  return tier === null ? silent : { allowed: (mask & verbMask[question.verb]) !== 0, tier, mask }
}

/** What a role's rules say about a component, whatever the verb. */
interface Match {
  readonly tier: Tier | null
  readonly mask: number
}

/** The same few components are asked for again and again. A role that changed is another object. */
const matches = new WeakMap<CompiledRole, Map<string, Match>>()
const mostMatches = 500
const longestComponent = 200

function matchOf(role: CompiledRole, { service, requestor }: AccessQuestion, component: string): Match {
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

function search(role: CompiledRole, service: string, component: string, requestor: Requestor): Match {
  let tier: Tier | null = null
  let rank = 4
  let mask = 0
  for (const rule of role.rules) {
    const matched = tierOf(rule, service, component, requestor)
    if (matched === null) continue
    const matchedRank = tierRank[matched]
    if (matchedRank > rank) continue
    mask = matchedRank < rank ? rule.verbMask : mask | rule.verbMask
    rank = matchedRank
    tier = matched
  }
  return { tier, mask }
}

const tierRank = { exact: 0, component: 1, service: 2, all: 3 } as const satisfies Record<Tier, number>

function isPublic(question: AccessQuestion, component: string, endpoints: readonly PublicEndpoint[]): boolean {
  return endpoints.some(({ path, verbs }) => (path === '*' || path === component) && verbs.includes(question.verb))
}
