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
