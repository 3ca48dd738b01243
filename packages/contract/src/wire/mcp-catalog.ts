/** `GET system/mcp_catalog?service=`: what an MCP service shows to somebody, and of what (docs/wire/mcp.md). */
export interface McpCatalog {
  service: string
  /** As which it is shown; null: as to the administrator who asks. */
  role: string | null
  lazy_mode: 'auto' | 'on' | 'off'
  /** Null: of a service that administers. */
  tool_style: 'merged' | 'prefixed' | null
  backends: McpBackend[]
  /** As in the answer to `tools/list`, all pages of it. */
  tools: object[]
  /** Of tools that can be called, and the bytes of their list. */
  count: number
  bytes: number
  /** Whether few are listed, by which the others are found; `facade`: their names. */
  lazy: boolean
  facade: string[]
  /** What API descriptions offer besides, chosen or not. */
  operations: McpOperation[]
}

export interface McpBackend {
  name: string
  type: string
  category: 'database' | 'file' | 'other'
  /** Names of tools, without the name of the service. */
  verbs: string[]
  /** Whether rights are given for parts of it alone; `components`: which. */
  component_scoped: boolean
  components: string[]
}

export interface McpOperation {
  /** As a tool. */
  name: string
  service: string
  title: string
  read_only: boolean
  /** Whether it stands in `enabled_tools`. */
  chosen: boolean
}
