import { allVerbs, verbMask } from '@millwright/contract/verbs'
import type { ApiRequest, PublicEndpoint } from '../request/api-request.ts'
import type { Authority, Caller } from '../request/caller.ts'
import type { CompiledRole } from '../request/compiled-role.ts'
import { isOwnAffair } from './narrowed.ts'
import { matchRules } from './rule-match.ts'
import { componentOf, type Tier } from './tiers.ts'

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
  const { tier, mask } = matchRules(role, question.service, component, question.requestor)
  return tier === null ? silent : { allowed: (mask & verbMask[question.verb]) !== 0, tier, mask }
}

function isPublic(question: AccessQuestion, component: string, endpoints: readonly PublicEndpoint[]): boolean {
  return endpoints.some(({ path, verbs }) => covers(path, component) && verbs.includes(question.verb))
}

function covers(path: string, component: string): boolean {
  return path === '*' || path === component || (path.endsWith('/*') && component.startsWith(path.slice(0, -1)))
}
