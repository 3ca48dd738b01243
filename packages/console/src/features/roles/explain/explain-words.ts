import { verbsOf } from '@millwright/contract/verbs'
import type { AccessExplanation, ConsideredRule, DecidedBy } from '@millwright/contract/wire/access-explanation'
import { requestorCaption } from '../../../widgets/pickers/requestor-picker/requestor-picker.tsx'
import { t } from '../opened/messages.ts'
import { componentLabel } from '../role-services.ts'

const because: Readonly<Record<DecidedBy, string>> = {
  get sysadmin() {
    return t.reasonFullAdmin
  },
  get public() {
    return t.reasonPublic
  },
  get rules() {
    return t.reasonRules
  },
  get no_rule() {
    return t.reasonNoRule
  },
  get credentials() {
    return t.reasonNoCaller
  },
  get app() {
    return t.reasonAppInactive
  },
  get user() {
    return t.reasonUserInactive
  },
  get role() {
    return t.reasonNoRole
  },
  get service() {
    return t.reasonNoService
  },
  get resource() {
    return t.reasonNotGrantable
  },
  get author() {
    return t.reasonAuthor
  },
  get step() {
    return t.reasonStep
  },
}

/** Returns the reason for the decision as a sentence; an unknown reason is shown unchanged. */
export function reasonOf({ decided_by, role, app }: AccessExplanation): string {
  if (decided_by === 'role' && role) return t.roleInactive({ name: role.name })
  if (decided_by === 'role' && app) return t.noRoleHere({ name: app.name })
  return because[decided_by] ?? t.decidedByOther({ reason: decided_by })
}

/** Returns the source of the role; `null` if there is none. */
export function roleOf({ role, app, user }: AccessExplanation): string | null {
  if (!role) return null
  if (role.given_by === 'draft') return t.roleInForm
  const name = app?.name ?? ''
  if (role.given_by !== 'user') return t.appDefaultRole({ app: name }).trim()
  return user?.name ? t.roleOfUser({ user: user.name, app: name }).trim() : t.roleInApp({ app: name }).trim()
}

/** Formats a rule as one line: its component, and what it allows. */
export function ruleText({ service, component, verb_mask, requestor_mask }: ConsideredRule): string {
  const verbs = verbsOf(verb_mask).join(', ') || t.nothing
  const place = `${service ?? t.all}: ${componentLabel(component ?? '')}`
  return t.ruleSummary({ place, verbs, requesters: requestorCaption(requestor_mask) })
}
