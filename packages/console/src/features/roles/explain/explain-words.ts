import { verbsOf } from '@millwright/contract/verbs'
import type {
  AccessExplanation,
  ConsideredRule,
  DecidedBy,
  HypotheticalRequest,
} from '@millwright/contract/wire/access-explanation'
import { accessRows } from '../../../widgets/access/access-rules/access-rows.ts'
import {
  type RowAccess,
  type RuledTable,
  rowAccess,
  tablePlace,
} from '../../../widgets/access/access-rules/row-access.ts'
import { requestorCaption } from '../../../widgets/pickers/requestor-picker/requestor-picker.tsx'
import { t } from '../opened/messages.ts'
import { componentLabel } from '../role-services.ts'

const because: Readonly<Record<DecidedBy, string>> = {
  sysadmin: t.reasonFullAdmin,
  public: t.reasonPublic,
  rules: t.reasonRules,
  no_rule: t.reasonNoRule,
  credentials: t.reasonNoCaller,
  app: t.reasonAppInactive,
  user: t.reasonUserInactive,
  role: t.reasonNoRole,
  service: t.reasonNoService,
  resource: t.reasonNotGrantable,
  author: t.reasonAuthor,
  step: t.reasonStep,
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

/**
 * What the role of an explanation allows on the rows of the table, by all ways at once; `null` if the request is not for a table, or if
 * something other than the rules of the role decides.
 */
export function explainedRows(
  { considered, service, decided_by, author, row_filter }: AccessExplanation,
  { path = '', requestor, script }: HypotheticalRequest,
): { readonly place: RuledTable; readonly access: RowAccess } | null {
  const [, table] = /(?:^|\/)(_table\/[^/?#]+)/i.exec(path) ?? []
  if (!service || table === undefined || author || (decided_by !== 'rules' && decided_by !== 'no_rule')) return null
  const place = tablePlace({ serviceId: service.id, component: table })
  if (place === null) return null
  // What grants add is told by their own lines.
  const ofRole = considered.filter(({ granted }) => granted === undefined)
  const rules = ofRole.map(({ service: name, ...rule }) => {
    const service_id = name === null ? null : name === service.name.toLowerCase() ? service.id : otherService
    return { ...rule, service_id, ...emptyAudit }
  })
  const access = rowAccess(accessRows(rules), requestor ?? (script ? 'SCRIPT' : 'API'))(place)
  const isFiltered = row_filter !== null || access.hole !== null || [...access.wanted.values()].some((each) => each)
  return isFiltered ? { place, access } : null
}

/** Stands for all services that were not asked about. */
const otherService = -1
const emptyAudit = {
  role_id: null,
  created_date: '',
  last_modified_date: '',
  created_by_id: null,
  last_modified_by_id: null,
}
