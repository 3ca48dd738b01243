import type { Parts } from '../../../../gateway/parts.ts'
import type { McpCaller } from '../../../../gateway/ports/mcp-endpoint.ts'
import type { Surface } from '../surface.ts'
import type { Tool } from '../tools/tool.ts'

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

/** Names of the tools that a caller used successfully in recent days, the most used first. */
type RecentTools = (by: McpCaller) => Promise<readonly string[]>

const hour = 3_600_000
/** In days. */
const lately = 7
const most = 20

/** Reads the usage statistics of all nodes up to the last full hour, so that the list is stable for a while. */
export function createRecentTools(
  service: string,
  { readUsage, clock }: Pick<Parts, 'readUsage' | 'clock'>,
): RecentTools {
  return async ({ caller: { user, app } }) => {
    if (user === null && app === null) return []
    const end = Math.floor(clock() / hour) * hour
    const name = service.toLowerCase()
    const answer = await readUsage({
      by: 'resource',
      requestor: 'MCP',
      service: name,
      outcome: 'ok',
      step: 'none',
      top: String(most),
      ...(user === null ? { app: String(app?.id) } : { user: String(user.id) }),
      from: new Date(end - lately * 24 * hour).toISOString(),
      to: new Date(end).toISOString(),
    })
    const prefix = `${name}/`
    return (answer?.meta.groups ?? []).flatMap(({ group }) =>
      group?.startsWith(prefix) === true ? [group.slice(prefix.length)] : [],
    )
  }
}
