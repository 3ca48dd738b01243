import { type Describe, listOf, members, operation, queryParameter, type Schema } from '@millwright/connector/openapi'
import { accessSubjects, usageGroups, usageSteps } from '@millwright/contract/wire/usage'

const text: Schema = { type: 'string' }
const textOrNull: Schema = { type: ['string', 'null'] }
const whole: Schema = { type: 'integer' }
const flag: Schema = { type: 'boolean' }
const texts: Schema = { type: 'array', items: text }
const numberOrNull: Schema = { type: ['number', 'null'] }

const backend = members({
  name: text,
  type: text,
  category: { type: 'string', enum: ['database', 'file', 'other'] },
  verbs: texts,
  component_scoped: { ...flag, description: 'Whether access is granted by component.' },
  components: texts,
})

/** `system/mcp_catalog` (docs/wire/mcp.md). */
export const mcpCatalogOperations: Describe = (below) => ({
  [below]: {
    get: operation('getMcpCatalog', 'Read the tools that an MCP service offers to a role', {
      parameters: [
        queryParameter('service', 'Name of the MCP service.', text),
        queryParameter('role_id', 'Role to list the tools for; default: the caller.', whole),
      ],
      answer: members({
        service: text,
        role: textOrNull,
        lazy_mode: { type: 'string', enum: ['auto', 'on', 'off'] },
        tool_style: { type: ['string', 'null'], enum: ['merged', 'prefixed', null] },
        backends: { type: 'array', items: backend },
        tools: { type: 'array', items: { type: 'object', description: 'As in the answer to tools/list.' } },
        count: { ...whole, description: 'Number of tools that can be called.' },
        bytes: { ...whole, description: 'Of the list of these.' },
        lazy: flag,
        facade: texts,
        operations: {
          type: 'array',
          items: members({ name: text, service: text, title: text, read_only: flag, chosen: flag }),
        },
      }),
    }),
  },
})

const mcpFigures = { requests: whole, errors: whole, denied: whole, bytes_in: whole, bytes_out: whole }
const groups: Schema = {
  type: 'array',
  items: members({ id: { type: ['integer', 'null'] }, name: textOrNull, ...mcpFigures, avg_duration_ms: numberOrNull }),
}
const period = queryParameter('period', 'Hours or days up to now, such as 24h or 7d.', text)
const lists = ['service_id', 'user_id', 'role_id', 'app_id', 'client_id', 'method', 'tool_name', 'status']

/** `system/mcp_usage`. */
export const mcpUsageOperations: Describe = (below) => ({
  [below]: {
    get: operation('getMcpUsage', 'Read the usage by assistants', {
      parameters: [period, ...lists.map((name) => queryParameter(name, 'Filters the figures; comma-separated.', text))],
      answer: members({
        period: text,
        since: text,
        total_requests: whole,
        total_bytes_in: whole,
        total_bytes_out: whole,
        errors: whole,
        denied: whole,
        avg_duration_ms: numberOrNull,
        facade_calls: { ...whole, description: 'Calls of discovery tools.' },
        by_service: groups,
        by_user: groups,
        by_role: groups,
        by_app: groups,
        by_client: groups,
        by_tool: groups,
        by_method: groups,
        series: {
          type: 'array',
          items: members({ date: text, requests: whole, bytes_in: whole, bytes_out: whole, errors: whole }),
        },
      }),
    }),
  },
})

/** `system/mcp_access`. */
export const mcpAccessOperations: Describe = (below) => ({
  [below]: {
    get: operation('getMcpAccess', 'Read which roles may use an MCP service', {
      parameters: [queryParameter('service', 'Name of the MCP service.', text), period],
      answer: members({
        service_id: whole,
        service: text,
        require_role_access: flag,
        period: text,
        roles: {
          type: 'array',
          items: members({
            role_id: whole,
            name: text,
            granted: flag,
            requests: whole,
            denied: whole,
            last_seen: textOrNull,
          }),
        },
      }),
    }),
  },
})

const state: Schema = { type: 'string', enum: ['ok', 'warning', 'error'] }

/** `system/mcp_health`. */
export const mcpHealthOperations: Describe = (below) => ({
  [below]: {
    get: operation('getMcpHealth', 'Read problems that keep assistants from MCP services', {
      parameters: [queryParameter('service', 'Restricts to one MCP service, by its name.', text)],
      answer: members({
        status: state,
        daemons: { type: 'array', items: { type: 'object' }, description: 'None.' },
        checks: {
          type: 'array',
          items: members({ id: text, status: state, message: text, details: members({ service: textOrNull }) }),
        },
      }),
    }),
  },
})

const wholeOrNull: Schema = { type: ['integer', 'null'] }
const flagOrNull: Schema = { type: ['boolean', 'null'] }
const time: Schema = { type: 'string', format: 'date-time' }

const usageFigures = {
  requests: whole,
  errors: whole,
  client_errors: whole,
  refused: whole,
  limited: whole,
  aborted: whole,
  bytes_in: whole,
  bytes_out: whole,
  p50_ms: numberOrNull,
  p95_ms: numberOrNull,
  p99_ms: numberOrNull,
  mean_ms: numberOrNull,
  max_ms: numberOrNull,
} as const
const group = { group: textOrNull, group_id: wholeOrNull } as const
const gap = members({ node: whole, from: time, to: time, why: text, lost: wholeOrNull })
const meta = members({
  from: time,
  to: time,
  step: textOrNull,
  by: textOrNull,
  total: members(usageFigures),
  previous: members(usageFigures),
  groups: { type: 'array', items: members({ ...group, ...usageFigures }) },
  other: whole,
  gaps: { type: 'array', items: gap },
  tracking_started_at: textOrNull,
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
      answer: listOf(members({ start: time, ...group, ...usageFigures }), { meta }),
    }),
    delete: operation(`delete${named}UsageTraces`, 'Delete the traces of a person or an app', {
      parameters: [queryParameter('user_id', 'The person.', whole), queryParameter('app_id', 'The app.', whole)],
      answer: members({ success: flag, log_rows: whole, callers: whole }),
    }),
  },
})

const access = members({
  subject_type: text,
  subject_id: whole,
  name: text,
  is_active: flag,
  last_used_at: textOrNull,
  last_denied_at: textOrNull,
  last_service: textOrNull,
  last_status: wholeOrNull,
  never_used: flag,
  stale: flag,
  disabled_but_attempted: flag,
  role_unreferenced: flagOrNull,
  last_login_date: textOrNull,
  is_sys_admin: flagOrNull,
  requests_30d: wholeOrNull,
  last_denied_reason: textOrNull,
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
          subject: text,
          stale_days: whole,
          generated_at: text,
          ledger_available: flag,
          tracking_started_at: textOrNull,
        }),
      }),
    }),
  },
})
