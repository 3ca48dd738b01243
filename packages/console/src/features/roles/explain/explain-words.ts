import { verbsOf } from '@millwright/contract/verbs'
import type { AccessExplanation, ConsideredRule, DecidedBy } from '@millwright/contract/wire/access-explanation'
import { requestorCaption } from '../../../widgets/requestor-picker/requestor-picker.tsx'
import { allServices, componentLabel } from '../role-services.ts'

const because: Readonly<Record<DecidedBy, string>> = {
  sysadmin: 'Administrators without restrictions have full access.',
  public: 'This endpoint is open to everybody.',
  rules: 'The most specific rules of the role decide.',
  no_rule: 'No rule in this role matches this request.',
  credentials: 'The request does not identify its caller.',
  app: 'The app is inactive.',
  user: 'The user is inactive.',
  role: 'No active role applies.',
  service: 'The service does not exist, is inactive or is unavailable.',
  resource: 'No role can grant this request.',
  author: 'The caller may make this call, but not who wrote the script or the task by which it is made.',
}

/** Why the answer is what it is, in a sentence; a reason that this console does not know is shown as it came. */
export function reasonOf({ decided_by, role, app }: AccessExplanation): string {
  if (decided_by === 'role' && role) return `The role ${role.name} is not active.`
  if (decided_by === 'role' && app) return `Neither the person nor the app ${app.name} has a role here.`
  return because[decided_by] ?? `Decided by: ${decided_by}.`
}

/** Where the role comes from; null when there is none. */
export function roleOf({ role, app, user }: AccessExplanation): string | null {
  if (!role) return null
  if (role.given_by === 'draft') return 'as it stands in the form'
  const own = `${user?.name ?? 'the person'}’s role in the app ${app?.name ?? ''}`.trim()
  return role.given_by === 'user' ? own : `the default role of the app ${app?.name ?? ''}`.trim()
}

/** A rule in one line: what it is about, and what it allows. */
export function ruleText({ service, component, verb_mask, requestor_mask }: ConsideredRule): string {
  const verbs = verbsOf(verb_mask).join(', ') || 'nothing'
  const place = `${service ?? allServices}: ${componentLabel(component ?? '')}`
  return `${place}, allows ${verbs}, for ${requestorCaption(requestor_mask)}`
}
