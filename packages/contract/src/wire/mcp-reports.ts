/** Responses of `system/mcp_usage`, `system/mcp_access` and `system/mcp_health` about MCP services (docs/wire/mcp.md). */

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
