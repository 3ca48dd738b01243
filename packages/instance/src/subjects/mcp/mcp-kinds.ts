import { mcpConfig, systemMcpConfig } from '@millwright/contract/service-config/mcp'
import { type ServiceKind, serviceKind } from '../../gateway/service-kind.ts'
import { createDataMcp } from './data-mcp.ts'
import { createSystemMcp } from './system-mcp.ts'
import { customToolsProblem } from './tools/custom/custom-settings.ts'

/** What assistants reach by the Model Context Protocol (docs/wire/mcp.md). */
export const mcpKinds: readonly ServiceKind[] = [
  serviceKind({
    name: 'mcp',
    label: 'MCP Server Service',
    group: 'MCP',
    description: 'Lets assistants read and change the data of services, by the rights of who uses them.',
    config: mcpConfig,
    readsLookups: true,
    check: customToolsProblem,
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
