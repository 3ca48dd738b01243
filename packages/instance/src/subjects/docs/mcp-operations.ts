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
