import type { McpCaller } from '../../../gateway/ports/mcp-endpoint.ts'
import type { Surface } from '../surface.ts'
import type { Tool } from '../tools/tool.ts'
import type { RecentTools } from './recent-tools.ts'

/** Of those that were used lately. */
const mostRecent = 8

/** Clients that find tools by themselves, and do without those that find others. */
const searching = /codex|grok|hermes/i

/** The tools that a client lists: where few are, those that the caller used lately as well. */
export function createListedTools(recent: RecentTools) {
  return async ({ listed, tools, facade }: Surface, by: McpCaller, client: string | null): Promise<readonly Tool[]> => {
    if (facade.length === 0) return listed
    const all = [...tools.values()].filter((tool) => !facade.includes(tool))
    if (client !== null && searching.test(client)) return all
    const names = new Set((await recent(by)).filter((name) => tools.has(name)).slice(0, mostRecent))
    return [...listed, ...all.filter(({ name }) => names.has(name))]
  }
}
