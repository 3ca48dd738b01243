import type { Schema } from '@millwright/connector/openapi/openapi'
import { type Describe, members, operation, queryParameter } from '@millwright/connector/openapi/operation'

const text: Schema = { type: 'string' }
const textOrNull: Schema = { type: ['string', 'null'] }
const texts: Schema = { type: 'array', items: text }
const whole: Schema = { type: 'integer' }
const flag: Schema = { type: 'boolean' }

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

const number: Schema = { type: ['number', 'null'] }
const figures = { requests: whole, errors: whole, denied: whole, bytes_in: whole, bytes_out: whole }
const groups: Schema = {
  type: 'array',
  items: members({ id: { type: ['integer', 'null'] }, name: textOrNull, ...figures, avg_duration_ms: number }),
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
        ...{ total_requests: whole, total_bytes_in: whole, total_bytes_out: whole, errors: whole, denied: whole },
        avg_duration_ms: number,
        facade_calls: { ...whole, description: 'Calls of discovery tools.' },
        ...{ by_service: groups, by_user: groups, by_role: groups, by_app: groups },
        ...{ by_client: groups, by_tool: groups, by_method: groups },
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
        ...{ service_id: whole, service: text, require_role_access: flag, period: text },
        roles: {
          type: 'array',
          items: members({
            ...{ role_id: whole, name: text, granted: flag, requests: whole, denied: whole },
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
