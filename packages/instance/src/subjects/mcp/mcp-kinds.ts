import type { FieldMessages } from '@millwright/contract/problem'
import { mcpConfig, systemMcpConfig } from '@millwright/contract/service-config/mcp'
import { toolPrefix } from '@millwright/contract/wire/tool-prefix'
import { type ServiceKind, serviceKind } from '../../gateway/service-kind.ts'
import { createDataMcp } from './data-mcp.ts'
import { texts } from './mcp-settings.ts'
import { createSystemMcp } from './system-mcp.ts'
import { customToolsProblem } from './tools/custom/custom-settings.ts'

/** Complaints about services whose tools would have the same names. */
function prefixProblem({ exposed_services }: Readonly<Record<string, unknown>>): FieldMessages | null {
  const names = [...new Set(texts(exposed_services).map((name) => name.trim().toLowerCase()))]
  const same = names.find((name) => names.some((other) => other !== name && toolPrefix(other) === toolPrefix(name)))
  if (same === undefined) return null
  return { exposed_services: [`The tools of '${same}' would have the names of those of another service.`] }
}

/** What assistants reach by the Model Context Protocol (docs/wire/mcp.md). */
export const mcpKinds: readonly ServiceKind[] = [
  serviceKind({
    name: 'mcp',
    label: 'MCP Server Service',
    group: 'MCP',
    description: 'Lets assistants read and change the data of services, by the rights of who uses them.',
    config: mcpConfig,
    readsLookups: true,
    check: (config) => customToolsProblem(config) ?? prefixProblem(config),
    make: createDataMcp,
  }),
  serviceKind({
    name: 'system_mcp',
    label: 'System API MCP Server',
    group: 'MCP',
    description: 'Lets assistants administer this instance, by the rights of the administrator who uses them.',
    config: systemMcpConfig,
    make: createSystemMcp,
  }),
]
