import type { Parts } from '../../../gateway/parts.ts'
import type { McpCaller } from '../../../gateway/ports/mcp-endpoint.ts'

/** Names of the tools that a caller used lately with success, the most used first. */
export type RecentTools = (by: McpCaller) => Promise<readonly string[]>

const hour = 3_600_000
/** Days. */
const lately = 7
const most = 20

/** As usage counted them, on whatever node; up to the hour that is over, so that a list stays the same for a while. */
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
