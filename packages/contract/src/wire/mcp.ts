/**
 * `GET system/mcp_catalog?service=`: the tools that an MCP service shows to a role, and the services behind them
 * (docs/wire/mcp.md).
 */
export interface McpCatalog {
  service: string
  /** The role to which the catalog applies; `null` for the calling administrator. */
  role: string | null
  lazy_mode: 'auto' | 'on' | 'off'
  /** `null` for services that manage the instance. */
  tool_style: 'merged' | 'prefixed' | null
  backends: McpBackend[]
  /** As in the response to `tools/list`, all pages of it. */
  tools: object[]
  /** Number of callable tools; `bytes` is the size of their list. */
  count: number
  bytes: number
  /** Whether only the `facade` tools are listed, which find the others. */
  lazy: boolean
  facade: string[]
  /** Further operations of API descriptions, chosen or not. */
  operations: McpOperation[]
}

export interface McpBackend {
  name: string
  type: string
  category: 'database' | 'file' | 'other'
  /** Names of tools, without the service name. */
  verbs: string[]
  /** Whether access can be granted to parts of it, listed in `components`. */
  component_scoped: boolean
  components: string[]
}

export interface McpOperation {
  /** Name of the tool. */
  name: string
  service: string
  title: string
  read_only: boolean
  /** Whether it is in `enabled_tools`. */
  chosen: boolean
}

/** The prefix of a service's tool names, with one set of tools per service (docs/wire/mcp.md). */
export function toolPrefix(service: string): string {
  return service
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
}

/** The first service whose tool names would clash with those of another service, or `null`. */
export function clashingService(services: readonly string[]): string | null {
  const names = [...new Set(services.map((name) => name.trim().toLowerCase()))]
  return names.find((name) => names.some((other) => other !== name && toolPrefix(other) === toolPrefix(name))) ?? null
}

/** Figures of the calls to MCP services, in the response of `system/mcp_usage` (docs/wire/mcp.md). */
export interface McpUsageFigures {
  requests: number
  /** Failed and invalid calls, excluding denied ones. */
  errors: number
  denied: number
  bytes_in: number
  bytes_out: number
  /** `null` without calls. */
  avg_duration_ms: number | null
}

export interface McpUsageGroup extends McpUsageFigures {
  /** Id of the service, user, role or app; `null` for other groupings and for calls without one. */
  id: number | null
  name: string | null
}

/** `GET system/mcp_usage`. */
export interface McpUsage {
  /** Such as `7d`. */
  period: string
  /** ISO 8601 in UTC. */
  since: string
  total_requests: number
  total_bytes_in: number
  total_bytes_out: number
  errors: number
  denied: number
  avg_duration_ms: number | null
  /** Number of calls of the facade tools. */
  facade_calls: number
  by_service: McpUsageGroup[]
  by_user: McpUsageGroup[]
  by_role: McpUsageGroup[]
  by_app: McpUsageGroup[]
  by_client: McpUsageGroup[]
  by_tool: McpUsageGroup[]
  by_method: McpUsageGroup[]
  /** By hour for periods in hours, otherwise by day; hours and days without calls are omitted. */
  series: { date: string; requests: number; bytes_in: number; bytes_out: number; errors: number }[]
}

export interface McpAccessRole {
  role_id: number
  name: string
  /** Whether the service grants it access. */
  granted: boolean
  requests: number
  denied: number
  /** Day of the last call in the period, ISO 8601, or `null`. */
  last_seen: string | null
}

/** `GET system/mcp_access?service=`. */
export interface McpAccessReport {
  service_id: number
  service: string
  require_role_access: boolean
  period: string
  roles: McpAccessRole[]
}

export interface McpHealthCheck {
  id: string
  status: 'ok' | 'warning' | 'error'
  message: string
  /** The service of the report; `null` for the whole instance. */
  details: { service: string | null }
}

/** `GET system/mcp_health`. */
export interface McpHealth {
  /** The worst status of the checks. */
  status: McpHealthCheck['status']
  /** Always empty, because the instance serves MCP itself. */
  daemons: never[]
  checks: McpHealthCheck[]
}
