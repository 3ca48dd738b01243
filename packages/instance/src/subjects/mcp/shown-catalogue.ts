import type { McpCatalog } from '@millwright/contract/wire/mcp-catalog'
import type { McpCaller } from '../../gateway/ports/mcp-endpoint.ts'
import { wireTool } from './protocol/wire-tool.ts'
import type { ShownService } from './surface.ts'

/** Returns what a caller sees of a service, with its token cost and its sources. */
export async function catalogueOf(
  shown: ShownService,
  { name, lazyMode }: { readonly name: string; readonly lazyMode: McpCatalog['lazy_mode'] },
  by: McpCaller,
): Promise<McpCatalog> {
  const surface = await shown.surfaceFor(by)
  const { facade } = surface
  const all = [...surface.tools.values()].filter((tool) => !facade.includes(tool) && tool.isUnlisted !== true)
  return {
    service: name,
    role: by.caller.sysadmin ? null : (by.caller.role?.name ?? null),
    lazy_mode: lazyMode,
    tool_style: shown.toolStyle,
    backends: await shown.backends(surface, by),
    tools: surface.listed.map(wireTool),
    count: all.length,
    bytes: Buffer.byteLength(JSON.stringify(all.map(wireTool))),
    lazy: facade.length > 0,
    facade: facade.map((tool) => tool.name),
    operations: await shown.operations(by),
  }
}
