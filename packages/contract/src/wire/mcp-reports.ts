/** What `system/mcp_usage`, `system/mcp_access` and `system/mcp_health` tell of MCP services (docs/wire/mcp.md). */

export interface McpUsageFigures {
  requests: number
  /** Failures and wrong calls, without those that were denied. */
  errors: number
  denied: number
  bytes_in: number
  bytes_out: number
  /** Null without any. */
  avg_duration_ms: number | null
}

export interface McpUsageGroup extends McpUsageFigures {
  /** Of a service, user, role or app; null for others, and for calls that have none. */
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
  /** Calls of the tools by which others are found. */
  facade_calls: number
  by_service: McpUsageGroup[]
  by_user: McpUsageGroup[]
  by_role: McpUsageGroup[]
  by_app: McpUsageGroup[]
  by_client: McpUsageGroup[]
  by_tool: McpUsageGroup[]
  by_method: McpUsageGroup[]
  /** By hour of a period in hours, else by day; those without a call are left out. */
  series: { date: string; requests: number; bytes_in: number; bytes_out: number; errors: number }[]
}

export interface McpAccessRole {
  role_id: number
  name: string
  /** Whether the service lets it in. */
  granted: boolean
  requests: number
  denied: number
  /** The day of its last call in the period, ISO 8601; null: there was none. */
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
  /** The service that it is about; null: all of the instance. */
  details: { service: string | null }
}

/** `GET system/mcp_health`. */
export interface McpHealth {
  /** The worst of the checks. */
  status: McpHealthCheck['status']
  /** None: services are served by the instance itself. */
  daemons: never[]
  checks: McpHealthCheck[]
}
