import type {
  AccessExplanation,
  ConsideredRule,
  ExplainedRights,
  ExplainedStep,
} from '@millwright/contract/wire/access-explanation'
import { type AccessQuestion, decide, narrowedCaller, stepRequestor } from '../../../access/decide.ts'
import { type Considered, explain } from '../../../access/explain.ts'
import { accessProblem } from '../../../access/refusal.ts'
import { publicEndpointsOf } from '../../../gateway/admit.ts'
import type { Registry } from '../../../gateway/registry.ts'
import type { ComposedCall } from '../../../gateway/service.ts'
import type { AccessRequest, PublicEndpoint } from '../../../request/api-request.ts'
import type { Authority, Caller } from '../../../request/caller.ts'
import { noRole } from '../../../request/compiled-role.ts'

interface Explained {
  readonly steps: ExplainedStep[]
  /** Of the first step that is always made and that is refused; `null`: none is. */
  readonly refused: Pick<AccessExplanation, 'status' | 'message'> | null
}

/**
 * Explains the requests of the steps of a custom API's endpoint, each by the rights of the caller and of the endpoint's author; `null`: a
 * full administrator's.
 */
export async function explainSteps(
  { steps }: ComposedCall,
  request: AccessRequest,
  author: Authority | null,
  find: Registry['find'],
): Promise<Explained> {
  const caller = narrowedCaller(request.caller, author)
  const explained: ExplainedStep[] = []
  let refused: Explained['refused'] = null
  for (const step of steps) {
    const { key, verb, service, resource, always } = step
    const endpoints = publicEndpointsOf(await find(service))
    const stepRequest = { verb, service, resource, requestor: stepRequestor({ ...step, caller }, request.requestor) }
    const { allowed } = decide({ ...stepRequest, caller }, endpoints)
    if (!allowed && always && refused === null) {
      const { status, message } = accessProblem({ ...stepRequest, caller })
      refused = { status, message }
    }
    explained.push({
      step: key,
      verb,
      service,
      component: resource,
      requestor: stepRequest.requestor,
      allowed,
      always,
      caller: rightsOf({ ...stepRequest, caller: request.caller }, endpoints),
      author: author === null ? null : rightsOf({ ...stepRequest, caller: author.caller }, endpoints),
    })
  }
  return { steps: explained, refused }
}

/** What the role of one of them says about the request of a step. */
function rightsOf(
  question: AccessQuestion & { readonly caller: Caller },
  endpoints: readonly PublicEndpoint[],
): ExplainedRights {
  const { role } = question.caller
  const { allowed, tier, considered } = explain(question, endpoints)
  const allowed_as = (['API', 'SCRIPT'] as const).filter(
    (requestor) => decide({ ...question, requestor }, endpoints).allowed,
  )
  return {
    allowed,
    allowed_as,
    decided_by: decidedBy(tier, role),
    role: role === null || role.name === noRole.name ? null : { id: role.id, name: role.name },
    rules: considered.filter(({ decides }) => decides).map(consideredRule),
  }
}

function decidedBy(tier: ReturnType<typeof explain>['tier'], role: Caller['role']): ExplainedRights['decided_by'] {
  if (tier === 'sysadmin' || tier === 'public') return tier
  if (role === null || !role.isActive) return 'role'
  return tier === null ? 'no_rule' : 'rules'
}

export function consideredRule({ rule, tier, decides, because, code }: Considered): ConsideredRule {
  return {
    id: rule.id,
    service: rule.service,
    component: rule.component,
    verb_mask: rule.verbMask,
    requestor_mask: rule.requestorMask,
    filters: [...rule.filters],
    filter_op: rule.filterOp,
    tier,
    decides,
    because,
    because_code: code,
    ...(rule.granted === undefined ? {} : { granted: rule.granted }),
  }
}
