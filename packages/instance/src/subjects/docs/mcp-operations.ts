import type { Schema } from '../../gateway/ports/openapi.ts'
import { type Describe, members, operation, queryParameter } from './operation.ts'

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
  component_scoped: { ...flag, description: 'Whether rights are given for parts of it alone.' },
  components: texts,
})

/** `system/mcp_catalog` (docs/wire/mcp.md). */
export const mcpCatalogOperations: Describe = (below) => ({
  [below]: {
    get: operation('getMcpCatalog', 'Read what an MCP service shows to a role', {
      parameters: [
        queryParameter('service', 'Name of the MCP service.', text),
        queryParameter('role_id', 'As which role; absent: as oneself.', whole),
      ],
      answer: members({
        service: text,
        role: textOrNull,
        lazy_mode: { type: 'string', enum: ['auto', 'on', 'off'] },
        tool_style: { type: ['string', 'null'], enum: ['merged', 'prefixed', null] },
        backends: { type: 'array', items: backend },
        tools: { type: 'array', items: { type: 'object', description: 'As in the answer to tools/list.' } },
        count: { ...whole, description: 'How many tools can be called.' },
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
    get: operation('getMcpUsage', 'Read what assistants called', {
      parameters: [period, ...lists.map((name) => queryParameter(name, 'Narrows the figures; a comma list.', text))],
      answer: members({
        period: text,
        since: text,
        ...{ total_requests: whole, total_bytes_in: whole, total_bytes_out: whole, errors: whole, denied: whole },
        avg_duration_ms: number,
        facade_calls: { ...whole, description: 'Calls of tools by which others are found.' },
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
    get: operation('getMcpAccess', 'Read which roles an MCP service lets in', {
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
    get: operation('getMcpHealth', 'Read what keeps assistants from MCP services', {
      parameters: [queryParameter('service', 'Of one MCP service alone, by its name.', text)],
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
