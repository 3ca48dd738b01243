import type { ConsideredRule, HypotheticalRequest } from '@millwright/contract/wire/access-explanation'
import { t } from '../opened/messages.ts'

/** Returns why a rule decides a request, or does not; a reason that this console does not know is shown as the server returned it. */
export function ruleReason(rule: ConsideredRule, { verb, requestor, script }: HypotheticalRequest): string {
  const { service, component, because } = rule
  const tier = rule.tier ?? 'all'
  switch (rule.because_code) {
    case 'allows':
      return t.ruleAllows({ tier, verb })
    case 'denies':
      return t.ruleDenies({ tier, verb })
    case 'sysadmin':
      return t.callerIsUnrestricted
    case 'inactive_role':
      return t.reasonRoleInactive
    case 'public':
      return t.reasonPublic
    case 'closer_rule':
      return t.closerRuleDecides({ tier })
    case 'other_service':
      return t.ruleOtherService({ service: service ?? '' })
    case 'other_requestor':
      return (requestor ?? (script ? 'SCRIPT' : 'API')) === 'SCRIPT' ? t.ruleNotScripts : t.ruleNotClients
    case 'other_component':
      return t.ruleOtherComponent({ component: component ?? '' })
    default:
      return because
  }
}
