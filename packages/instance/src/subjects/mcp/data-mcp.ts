import type { McpCaller } from '../../gateway/ports/mcp-endpoint.ts'
import type { Service } from '../../gateway/service.ts'
import type { ServiceHost, ServiceParts } from '../../gateway/service-kind.ts'
import { type DataSettings, dataSettings } from './data-settings.ts'
import { createMcpService } from './mcp-service.ts'
import type { Surface } from './surface.ts'
import { getTableData, getTables } from './tools/database/read-verbs.ts'
import { type Category, type Exposed, type ServiceVerb, verbTools } from './tools/verb.ts'

/** Shows the data of other services to assistants (docs/wire/mcp.md). */
export function createDataMcp({ row, config, host }: ServiceParts): Service {
  const settings = dataSettings(config)
  return createMcpService({ row, config, host }, (by) => surfaceFor(settings, host, by))
}

const verbs: readonly ServiceVerb[] = [getTables, getTableData]

async function surfaceFor(settings: DataSettings, host: ServiceHost, { caller }: McpCaller): Promise<Surface> {
  const services = await exposed(settings.exposedServices, host)
  const { isEnabled, style } = settings
  const tools = verbTools({ verbs, services, style, caller, isEnabled })
  return {
    instructions: settings.instructions,
    listed: tools,
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    resources: { list: async () => [], templates: [], read: async () => null, complete: async () => [] },
    prompts: [],
  }
}

const categories: Readonly<Record<string, Category>> = { Database: 'database', File: 'file' }

/** Those that exist and are in use, by the names in the settings. */
async function exposed(names: readonly string[], host: ServiceHost): Promise<Exposed[]> {
  const found: Exposed[] = []
  for (const each of names) {
    const row = await host.serviceByName(each)
    if (row === null || !row.isActive) continue
    const category = categories[host.groupOf(row.type) ?? ''] ?? 'other'
    found.push({ name: row.name, label: row.label || row.name, prefix: prefixOf(row.name), category })
  }
  return found
}

/** What the names of tools may have of a service's. */
function prefixOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
}
