import { toolPrefix } from '@millwright/contract/wire/mcp'
import type { McpScope } from '../../../gateway/ports/mcp-endpoint.ts'
import type { Effect } from './tools/tool.ts'

type Config = Readonly<Record<string, unknown>>

/** What an administrator allows assistants at an MCP service. */
export interface McpSettings {
  readonly allowWrites: boolean
  readonly allowDeletes: boolean
  /** Stored procedures and functions, for services that expose data. */
  readonly allowProcedures: boolean
  readonly lazyMode: 'auto' | 'on' | 'off'
  readonly confirmWrites: 'off' | 'destructive' | 'all'
  /** Milliseconds after which a call is aborted. */
  readonly patience: number
  /** Maximum characters of a response. */
  readonly longest: number
  /** Whether a tool is not disabled, by name. */
  readonly isEnabled: (tool: string) => boolean
  /** Names of the operations that are enabled as tools, in lower case. */
  readonly chosen: ReadonlySet<string>
}

export function mcpSettings(config: Config): McpSettings {
  const namesIn = (list: unknown) => new Set(texts(list).map((name) => name.trim().toLowerCase()))
  const disabled = new Set([...namesIn(config.disabled_tools)].flatMap((name) => [name, toolPrefix(name)]))
  const allowWrites = config.allow_writes === true
  return {
    allowWrites,
    allowDeletes: allowWrites && config.allow_deletes === true,
    allowProcedures: allowWrites && config.allow_procedures === true,
    lazyMode: config.lazy_mode === 'on' || config.lazy_mode === 'off' ? config.lazy_mode : 'auto',
    confirmWrites:
      config.confirm_writes === 'off' || config.confirm_writes === 'all' ? config.confirm_writes : 'destructive',
    patience: Number(config.call_timeout ?? 60) * 1000,
    longest: Number(config.max_characters ?? 20_000),
    isEnabled: (tool) => !disabled.has(tool.toLowerCase()),
    chosen: namesIn(config.enabled_tools),
  }
}

export function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

/** Whether both the administrator and the person who authorized the client allow a tool's effect. `write`: the scope for it. */
export function allows(
  { allowWrites, allowDeletes }: McpSettings,
  scopes: ReadonlySet<McpScope> | null,
  write: McpScope,
  effect: Effect,
): boolean {
  if (!writes(effect)) return true
  if (scopes !== null && !scopes.has(write)) return false
  return effect === 'delete' ? allowDeletes : allowWrites
}

/** Whether a tool's effect requires a person's confirmation. */
export function mustConfirm({ confirmWrites }: McpSettings, effect: Effect): boolean {
  if (!writes(effect) || confirmWrites === 'off') return false
  return confirmWrites === 'all' || effect !== 'add'
}

const writes = (effect: Effect) => effect !== 'read' && effect !== 'tell'
