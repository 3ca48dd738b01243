import { accessSubjects, usageGroups, usageSteps } from '@millwright/contract/wire/usage'
import type { Schema } from '../../gateway/ports/openapi.ts'
import { type Describe, listOf, members, operation, queryParameter } from './operation.ts'

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

/** How often what was called by whom (docs/wire/usage.md). */
export const usageOperations: Describe = (below, named) => ({
  [below]: {
    get: operation(`get${named}Usage`, 'Read how often what was called', {
      parameters: [
        queryParameter('from', 'Since when.'),
        queryParameter('to', 'Until when, itself not included.'),
        queryParameter('step', 'How long a step is.', { type: 'string', enum: ['auto', 'none', ...usageSteps] }),
        queryParameter('by', 'What the figures are divided by.', { type: 'string', enum: [...usageGroups] }),
        queryParameter('top', 'How many groups are told apart.', whole),
        queryParameter('compare', 'Whether the range before is wanted too.', flag),
        queryParameter('own', 'Whether the services by which people manage the instance count.', flag),
        ...narrowing.map((name) => queryParameter(name, 'Only these, divided by commas.')),
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

/** Which apps, roles and people are in use. */
export const accessUsageOperations: Describe = (below, named) => ({
  [below]: {
    get: operation(`get${named}AccessUsage`, 'Read when apps, roles or users were used last', {
      parameters: [
        queryParameter('subject', 'Of what.', { type: 'string', enum: [...accessSubjects] }),
        queryParameter('stale_days', 'Days after which a use is long ago.', { type: 'number' }),
        queryParameter('include_never_used', 'Whether those are wanted that were never used.', flag),
        queryParameter('ids', 'Only these, divided by commas.'),
        queryParameter('limit', 'How many at most.', whole),
        queryParameter('offset', 'How many are passed over.', whole),
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
