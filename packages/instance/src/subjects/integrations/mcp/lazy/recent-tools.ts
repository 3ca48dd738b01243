import type { Parts } from '../../../../gateway/parts.ts'
import type { McpCaller } from '../../../../gateway/ports/mcp-endpoint.ts'

/** Names of the tools that a caller used successfully in recent days, the most used first. */
export type RecentTools = (by: McpCaller) => Promise<readonly string[]>

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
      ...{ by: 'resource', requestor: 'MCP', service: name, outcome: 'ok', step: 'none', top: String(most) },
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
