import type { McpCaller } from '../../../../gateway/ports/mcp-endpoint.ts'
import type { Surface } from '../surface.ts'
import type { Tool } from '../tools/tool.ts'
import type { RecentTools } from './recent-tools.ts'

/** Maximum number of recently used tools in the list. */
const maxRecent = 8

/** Clients that search tools themselves, and need no tools for that. */
const searching = /codex|grok|hermes/i

/** Selects the tools that a client lists. A shortened list also includes those that the caller used recently. */
export function createListedTools(recent: RecentTools) {
  return async ({ listed, tools, facade }: Surface, by: McpCaller, client: string | null): Promise<readonly Tool[]> => {
    if (facade.length === 0) return listed
    const all = [...tools.values()].filter((tool) => !facade.includes(tool) && tool.isUnlisted !== true)
    if (client !== null && searching.test(client)) return all
    const names = new Set((await recent(by)).filter((name) => tools.has(name)).slice(0, maxRecent))
    return [...listed, ...all.filter(({ name }) => names.has(name))]
  }
}
