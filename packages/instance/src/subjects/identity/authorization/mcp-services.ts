import type { McpEndpoint } from '../../../gateway/ports/mcp-endpoint.ts'
import type { Registry } from '../../../gateway/registry.ts'

/** A service that clients request access to. */
export interface McpService {
  readonly id: number
  readonly name: string
  readonly label: string
  readonly endpoint: McpEndpoint
}

/** Returns `null` if there is no active service with that name. `name`: ignoring case. */
export type FindMcpService = (name: string) => Promise<McpService | null>

export function createFindMcpService(services: Pick<Registry, 'find'>): FindMcpService {
  return async (name) => {
    const found = await services.find(name.toLowerCase())
    const endpoint = found?.service.mcp
    if (found === null || endpoint === undefined || !found.row.isActive) return null
    const { id, name: exact, label } = found.row
    return { id, name: exact, label: label || exact, endpoint }
  }
}
