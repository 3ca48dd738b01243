import type { Schema } from '@millwright/connector/openapi/openapi'
import { type Describe, listOf, members, operation, queryParameter } from '@millwright/connector/openapi/operation'
import { accessSubjects, usageGroups, usageSteps } from '@millwright/contract/wire/usage'

const text: Schema = { type: 'string' }
const textOrNull: Schema = { type: ['string', 'null'] }
const whole: Schema = { type: 'integer' }
const wholeOrNull: Schema = { type: ['integer', 'null'] }
const flag: Schema = { type: 'boolean' }
const flagOrNull: Schema = { type: ['boolean', 'null'] }
const numberOrNull: Schema = { type: ['number', 'null'] }
const time: Schema = { type: 'string', format: 'date-time' }

const figures = {
  ...{ requests: whole, errors: whole, client_errors: whole, refused: whole, limited: whole, aborted: whole },
  ...{ bytes_in: whole, bytes_out: whole, p50_ms: numberOrNull, p95_ms: numberOrNull, p99_ms: numberOrNull },
  ...{ mean_ms: numberOrNull, max_ms: numberOrNull },
} as const
const group = { group: textOrNull, group_id: wholeOrNull } as const
const gap = members({ node: whole, from: time, to: time, why: text, lost: wholeOrNull })
const meta = members({
  ...{ from: time, to: time, step: textOrNull, by: textOrNull, total: members(figures), previous: members(figures) },
  groups: { type: 'array', items: members({ ...group, ...figures }) },
  ...{ other: whole, gaps: { type: 'array', items: gap }, tracking_started_at: textOrNull },
})

const narrowing = ['service', 'resource', 'verb', 'outcome', 'reason', 'app', 'user', 'role', 'requestor', 'client']

/** Usage statistics: who called what, how often (docs/wire/usage.md). */
export const usageOperations: Describe = (below, named) => ({
  [below]: {
    get: operation(`get${named}Usage`, 'Read usage', {
      parameters: [
        queryParameter('from', 'Start of the range.'),
        queryParameter('to', 'End of the range, exclusive.'),
        queryParameter('step', 'Length of a step.', { type: 'string', enum: ['auto', 'none', ...usageSteps] }),
        queryParameter('by', 'Dimension to group the figures by.', { type: 'string', enum: [...usageGroups] }),
        queryParameter('top', 'Maximum number of groups.', whole),
        queryParameter('compare', 'Includes the previous range for comparison.', flag),
        queryParameter('own', 'Includes the services system, user, api_docs and logs.', flag),
        ...narrowing.map((name) => queryParameter(name, 'Restricts to these, comma-separated.')),
      ],
      answer: listOf(members({ start: time, ...group, ...figures }), { meta }),
    }),
    delete: operation(`delete${named}UsageTraces`, 'Delete the traces of a person or an app', {
      parameters: [queryParameter('user_id', 'The person.', whole), queryParameter('app_id', 'The app.', whole)],
      answer: members({ success: flag, log_rows: whole, callers: whole }),
    }),
  },
})

const access = members({
  ...{ subject_type: text, subject_id: whole, name: text, is_active: flag, last_used_at: textOrNull },
  ...{ last_denied_at: textOrNull, last_service: textOrNull, last_status: wholeOrNull, never_used: flag, stale: flag },
  ...{ disabled_but_attempted: flag, role_unreferenced: flagOrNull, last_login_date: textOrNull },
  ...{ is_sys_admin: flagOrNull, requests_30d: wholeOrNull, last_denied_reason: textOrNull },
  key_last_used_at: textOrNull,
  top_services: { type: ['array', 'null'], items: members({ service: text, requests: whole }) },
})

/** Apps, roles and users in use. */
export const accessUsageOperations: Describe = (below, named) => ({
  [below]: {
    get: operation(`get${named}AccessUsage`, 'Read when apps, roles or users were last used', {
      parameters: [
        queryParameter('subject', 'What to report on.', { type: 'string', enum: [...accessSubjects] }),
        queryParameter('stale_days', 'Days without use after which it counts as unused.', { type: 'number' }),
        queryParameter('include_never_used', 'Includes those that were never used.', flag),
        queryParameter('ids', 'Restricts to these, comma-separated.'),
        queryParameter('limit', 'Maximum number.', whole),
        queryParameter('offset', 'Number to skip.', whole),
      ],
      answer: listOf(access, {
        meta: members({
          ...{ subject: text, stale_days: whole, generated_at: text, ledger_available: flag },
          tracking_started_at: textOrNull,
        }),
      }),
    }),
  },
})
