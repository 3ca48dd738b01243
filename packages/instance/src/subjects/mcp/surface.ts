import type { McpBackend, McpOperation } from '@millwright/contract/wire/mcp-catalog'
import type {
  CallToolResult,
  GetPromptResult,
  Prompt,
  Resource,
  ResourceTemplateType,
} from '@modelcontextprotocol/server'
import type { McpCaller } from '../../gateway/ports/mcp-endpoint.ts'
import type { Caller } from '../../request/caller.ts'
import type { Args } from './tools/read-args.ts'
import type { Tool, ToolSession } from './tools/tool.ts'

/** A call of a tool, as it was sent. */
export interface Called {
  readonly name: string
  readonly given: unknown
}

/** What a service shows to one caller. */
export interface Surface {
  /** What models are told of the service as a whole. */
  readonly instructions: string
  /** Those that are listed, in their order. */
  readonly listed: readonly Tool[]
  /** All that can be called, by name. */
  readonly tools: ReadonlyMap<string, Tool>
  /** Those by which the others are found; empty: all are listed. */
  readonly facade: readonly Tool[]
  /** What is meant by a call, where a tool calls another one. */
  resolve(called: Called): Called
  /** What a client is answered: of a long answer to a call by another tool, the beginning. `given`: the arguments of the tool that was meant. */
  bounded(asked: Called, tool: Tool, given: unknown, result: CallToolResult, caller: Caller): CallToolResult
  /** Whether a person has to agree to a call. */
  mustConfirm(tool: Tool, args: Args): boolean
  /** Whether there are calls of a tool to which a person has to agree. */
  mayAsk(tool: Tool): boolean
  readonly resources: Resources
  readonly prompts: readonly PromptOffer[]
}

export interface Resources {
  list(session: ToolSession): Promise<readonly Resource[]>
  readonly templates: readonly ResourceTemplateType[]
  /** Null: there is none. Throws the refusal. */
  read(uri: string, session: ToolSession): Promise<ReadResource | null>
  /** Values that a part of a template can have. */
  complete(template: string, name: string, begun: string, session: ToolSession): Promise<readonly string[]>
}

export type ReadResource = { readonly mimeType: string } & ({ readonly text: string } | { readonly blob: string })

/** What people choose by name, filled in. */
export interface PromptOffer extends Prompt {
  fill(args: Readonly<Record<string, string>>): GetPromptResult
}

/** Makes what a caller is shown; anew for each message, as rights change. */
export type SurfaceFor = (by: McpCaller) => Promise<Surface>

/** What a service shows, for administrators to see what it is made of. */
export interface ShownService {
  readonly surfaceFor: SurfaceFor
  readonly toolStyle: 'merged' | 'prefixed' | null
  backends(surface: Surface, by: McpCaller): Promise<McpBackend[]>
  operations(by: McpCaller): Promise<McpOperation[]>
  /** What keeps it from being of use, a sentence each with what to do about it. */
  findings(): Promise<readonly string[]>
}
