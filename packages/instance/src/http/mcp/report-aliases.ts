import { apiPrefix } from '@millwright/contract/headers'
import type { FastifyInstance } from 'fastify'

const reports = ['usage', 'access', 'catalog', 'health'] as const

/** Paths at which consoles of other vendors request the reports about MCP services (docs/wire/mcp.md). */
export function addReportAliases(server: FastifyInstance): void {
  for (const name of reports) {
    server.get(`/_internal/ai/mcp-${name}`, (request, reply) => {
      const query = request.url.indexOf('?')
      const asked = query < 0 ? '' : request.url.slice(query)
      return reply.redirect(`${apiPrefix}/system/mcp_${name}${asked}`, 307)
    })
  }
}
