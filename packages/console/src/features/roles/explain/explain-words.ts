import { verbsOf } from '@millwright/contract/verbs'
import type { AccessExplanation, ConsideredRule, DecidedBy } from '@millwright/contract/wire/access-explanation'
import { requestorCaption } from '../../../widgets/requestor-picker/requestor-picker.tsx'
import { roleMessages } from '../messages.ts'
import { componentLabel } from '../role-services.ts'

const because: Readonly<Record<DecidedBy, string>> = {
  get sysadmin() {
    return roleMessages.administratorsWithoutRestrictionsHaveFull
  },
  get public() {
    return roleMessages.thisEndpointIsOpenTo
  },
  get rules() {
    return roleMessages.theMostSpecificRulesOf
  },
  get no_rule() {
    return roleMessages.noRuleInThisRole
  },
  get credentials() {
    return roleMessages.theRequestDoesNotIdentify
  },
  get app() {
    return roleMessages.theAppIsInactive
  },
  get user() {
    return roleMessages.theUserIsInactive
  },
  get role() {
    return roleMessages.noActiveRoleApplies
  },
  get service() {
    return roleMessages.theServiceDoesNotExist
  },
  get resource() {
    return roleMessages.noRoleCanGrantThis
  },
  get author() {
    return roleMessages.theCallerMayMakeThis
  },
}

/** Why the answer is what it is, in a sentence; a reason that this console does not know is shown as it came. */
export function reasonOf({ decided_by, role, app }: AccessExplanation): string {
  if (decided_by === 'role' && role) return roleMessages.roleInactive({ name: role.name })
  if (decided_by === 'role' && app) return roleMessages.noRoleHere({ name: app.name })
  return because[decided_by] ?? roleMessages.decidedByOther({ reason: decided_by })
}

/** Where the role comes from; null when there is none. */
export function roleOf({ role, app, user }: AccessExplanation): string | null {
  if (!role) return null
  if (role.given_by === 'draft') return roleMessages.asItStandsInThe
  const name = app?.name ?? ''
  if (role.given_by !== 'user') return roleMessages.defaultRoleOf({ app: name }).trim()
  return user?.name
    ? roleMessages.roleOfUser({ user: user.name, app: name }).trim()
    : roleMessages.roleInApp({ app: name }).trim()
}

/** A rule in one line: what it is about, and what it allows. */
export function ruleText({ service, component, verb_mask, requestor_mask }: ConsideredRule): string {
  const verbs = verbsOf(verb_mask).join(', ') || roleMessages.nothing
  const place = `${service ?? roleMessages.all}: ${componentLabel(component ?? '')}`
  return roleMessages.allowsFor({ place, verbs, requesters: requestorCaption(requestor_mask) })
}
