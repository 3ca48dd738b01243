/** The settings of a service of the kind `mcp`, read once. */
export interface DataSettings {
  readonly exposedServices: readonly string[]
  readonly style: 'merged' | 'prefixed'
  readonly instructions: string
  readonly isEnabled: (tool: string) => boolean
}

export function dataSettings(config: Readonly<Record<string, unknown>>): DataSettings {
  return {
    exposedServices: [...new Set(texts(config.exposed_services).map((name) => name.trim().toLowerCase()))],
    style: config.tool_style === 'prefixed' ? 'prefixed' : 'merged',
    instructions: typeof config.instructions === 'string' ? config.instructions : '',
    isEnabled: enabledBy(config),
  }
}

/** Whether a tool is left, by its name. */
export function enabledBy({ disabled_tools }: Readonly<Record<string, unknown>>): (tool: string) => boolean {
  const disabled = new Set(texts(disabled_tools).map((name) => name.trim().toLowerCase()))
  return (tool) => !disabled.has(tool.toLowerCase())
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}
