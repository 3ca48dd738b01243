import { allVerbs, verbMask } from '@millwright/contract/verbs'
import type { ApiRequest, PublicEndpoint } from '../request/api-request.ts'
import type { Authority, Caller } from '../request/caller.ts'
import { type CompiledRole, fullAccess } from '../request/compiled-role.ts'
import { componentOf, matchRules, type Tier } from './rule-match.ts'

/** The input of a decision: an `ApiRequest`, or the members of it that matter. */
export type AccessQuestion = Pick<ApiRequest, 'verb' | 'service' | 'resource' | 'requestor'> & {
  readonly caller: Pick<Caller, 'sysadmin' | 'role' | 'narrowedBy'>
}

export interface Decision {
  readonly allowed: boolean
  /** What decided: a tier of the role's rules, `sysadmin`, `public`, or `null` if nothing allows the request. */
  readonly tier: Tier | 'sysadmin' | 'public' | null
  /** Mask of the verbs that are allowed here. */
  readonly mask: number
}

const sysadmin: Decision = { allowed: true, tier: 'sysadmin', mask: allVerbs }
const silent: Decision = { allowed: false, tier: null, mask: 0 }

/**
 * Decides whether a request is allowed: always for unrestricted administrators and on public endpoints, otherwise by the role
 * (docs/wire/access.md). Query parameters are ignored. `refusal` creates the response to a denied request, `explain` the reasons.
 */
export function decide(question: AccessQuestion, publicEndpoints: readonly PublicEndpoint[]): Decision {
  const own = decideAlone(question, publicEndpoints)
  const { narrowedBy } = question.caller
  return narrowedBy === undefined ? own : restrictToAuthors(own, narrowedBy, question, publicEndpoints)
}

/** Restricts a decision to what the authors of the caller's script or task may do themselves. */
function restrictToAuthors(
  own: Decision,
  narrowedBy: readonly Authority[],
  question: AccessQuestion,
  publicEndpoints: readonly PublicEndpoint[],
): Decision {
  if (concernsOwnAccount(question)) return { ...own, allowed: false, mask: 0 }
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

/**
 * The caller for running code that someone else wrote: they have the rights that both have, and none that depend on who they are
 * (docs/wire/access.md). `by` is `null` if a full administrator wrote the code, which leaves the caller unchanged.
 */
export function narrowedCaller(caller: Caller, by: Authority | null): Caller {
  if (by === null || isSame(caller, by)) return caller
  const { user } = caller
  return {
    ...caller,
    user: user === null ? null : { ...user, is_sys_admin: false, is_root_admin: false },
    role: caller.sysadmin ? fullAccess : caller.role,
    sysadmin: false,
    token: null,
    narrowedBy: [...(caller.narrowedBy ?? []), by],
  }
}

/** Whether the authors themselves are the caller. */
function isSame(caller: Caller, { author, caller: own }: Authority): boolean {
  if (caller.sysadmin || caller.user?.id !== own.user?.id || author.userId === 0) return false
  return caller.role === own.role && caller.app?.id === own.app?.id
}

/** Whether a request concerns the caller's own session, password or profile, which scripts of other authors must not access. */
export function concernsOwnAccount({
  service,
  resource,
}: {
  readonly service: string
  readonly resource: string
}): boolean {
  if (service === 'user') return true
  return service === 'system' && /^admin\/(?!\d+(?:\/|$))/.test(componentOf(resource))
}

/**
 * As what a step of a custom API is requested: as a script if that is allowed, otherwise as a client if that is. Scripts get by custom APIs
 * what they get directly.
 */
export function stepRequestor(
  step: Omit<AccessQuestion, 'requestor'>,
  by: ApiRequest['requestor'],
): ApiRequest['requestor'] {
  if (by === 'SCRIPT') return 'SCRIPT'
  const allowed = (requestor: ApiRequest['requestor']) => decide({ ...step, requestor }, []).allowed
  return !allowed('SCRIPT') && allowed('API') ? 'API' : 'SCRIPT'
}
