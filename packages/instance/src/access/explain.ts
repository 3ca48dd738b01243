import { verbMask } from '@millwright/contract/verbs'
import type { RuleReason } from '@millwright/contract/wire/access-explanation'
import type { PublicEndpoint } from '../request/api-request.ts'
import { type AccessRule, grantedRules } from '../request/compiled-role.ts'
import { type AccessQuestion, type Decision, decide } from './decide.ts'
import { componentOf, type Tier, tierOf, tiers } from './rule-match.ts'

export interface Explanation extends Decision {
  /** All rules of the role, in order, and those of grants. */
  readonly considered: readonly Considered[]
}

export interface Considered {
  readonly rule: AccessRule
  /** How specifically the rule matches the request; `null` if it does not match. */
  readonly tier: Tier | null
  /** Whether its mask is part of the decision. */
  readonly decides: boolean
  readonly because: string
  readonly code: RuleReason
}

/** Returns the decision of `decide` with its reasons. Slower, for explanations only. */
export function explain(question: AccessQuestion, publicEndpoints: readonly PublicEndpoint[]): Explanation {
  const decision = decide(question, publicEndpoints)
  const component = componentOf(question.resource)
  const rules = question.caller.role?.rules ?? []
  const matched = rules.map((rule) => ({ rule, tier: tierOf(rule, question.service, component, question.requestor) }))
  const closest = tiers.find((tier) => matched.some((match) => match.tier === tier)) ?? null
  const judged = !question.caller.sysadmin && question.caller.role?.isActive === true && decision.tier !== 'public'
  const granted = question.caller.role === null ? [] : grantedRules(question.caller.role)
  return {
    ...decision,
    considered: [
      ...matched.map(({ rule, tier }) => consider(rule, tier, tier === closest)),
      // Grants add to the rules of the role, however close they are.
      ...granted.map((rule) => consider(rule, tierOf(rule, question.service, component, question.requestor), true)),
    ],
  }

  function consider(rule: AccessRule, tier: Tier | null, isClose: boolean): Considered {
    const decides = judged && tier !== null && isClose
    const found = decides ? verdict(question, rule, tier) : reason(question, rule, tier, component, decision)
    return { rule, tier, decides, ...found }
  }
}

type Reason = Pick<Considered, 'because' | 'code'>

function verdict({ verb }: AccessQuestion, rule: AccessRule, tier: Tier): Reason {
  const allows = (rule.verbMask & verbMask[verb]) !== 0
  const because = `It matches ${subject[tier]} and ${allows ? 'allows' : 'does not allow'} ${verb}.`
  return { code: allows ? 'allows' : 'denies', because }
}

function reason(
  question: AccessQuestion,
  rule: AccessRule,
  tier: Tier | null,
  component: string,
  decision: Decision,
): Reason {
  const { caller, service, requestor } = question
  if (caller.sysadmin)
    return { code: 'sysadmin', because: 'The caller is an administrator without a restricting role.' }
  if (caller.role?.isActive === false) return { code: 'inactive_role', because: 'The role is not active.' }
  if (tier !== null && decision.tier === 'public')
    return { code: 'public', because: 'The endpoint is open to everybody.' }
  if (tier !== null)
    return { code: 'closer_rule', because: `A more specific rule decides; this one matches ${subject[tier]}.` }
  if (rule.service !== null && rule.service !== service)
    return { code: 'other_service', because: `It applies to the service '${rule.service}'.` }
  if (tierOf({ ...rule, requestorMask: allRequestors }, service, component, requestor) !== null) {
    const whose = requestor === 'SCRIPT' ? 'scripts' : 'clients of the API'
    return { code: 'other_requestor', because: `It does not apply to requests from ${whose}.` }
  }
  return { code: 'other_component', because: `Its component '${rule.component}' does not cover '${component}'.` }
}

const subject = {
  exact: 'this component',
  component: 'a group of components',
  service: 'the whole service',
  all: 'all services',
} as const satisfies Record<Tier, string>

const allRequestors = 3
