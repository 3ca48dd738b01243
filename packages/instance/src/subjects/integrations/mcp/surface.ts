import type { McpBackend, McpOperation } from '@millwright/contract/wire/mcp'
import type {
  CallToolResult,
  GetPromptResult,
  Prompt,
  Resource,
  ResourceTemplateType,
} from '@modelcontextprotocol/server'
import type { McpCaller } from '../../../gateway/ports/mcp-endpoint.ts'
import type { Caller } from '../../../request/caller.ts'
import type { Args } from './tools/args.ts'
import type { Tool, ToolSession } from './tools/tool.ts'

/** A tool call as sent. */
export interface Called {
  readonly name: string
  readonly given: unknown
}

/** What a service shows to one caller. */
export interface Surface {
  /** Instructions for models about the service as a whole. */
  readonly instructions: string
  /** The listed tools, in order. */
  readonly listed: readonly Tool[]
  /** All callable tools, by name. */
  readonly tools: ReadonlyMap<string, Tool>
  /** The tools that find other tools. Empty if all tools are listed. */
  readonly facade: readonly Tool[]
  /** Returns the call that is meant if a tool calls another one. */
  resolve(called: Called): Called
  /** Cuts a long response to a call through another tool to its start. `input`: the arguments of the tool that was meant. */
  bounded(toolCall: Called, tool: Tool, input: unknown, result: CallToolResult, caller: Caller): CallToolResult
  /** Whether a call requires a person's confirmation. */
  mustConfirm(tool: Tool, args: Args): boolean
  /** Whether some calls of a tool require a person's confirmation. */
  mayAsk(tool: Tool): boolean
  readonly resources: Resources
  readonly prompts: readonly PromptOffer[]
}

export interface Resources {
  list(session: ToolSession): Promise<readonly Resource[]>
  readonly templates: readonly ResourceTemplateType[]
  /** `null` if the resource does not exist. Throws the error of the request. */
  read(uri: string, session: ToolSession): Promise<ReadResource | null>
  /** Possible values of a variable in a template. */
  complete(template: string, name: string, begun: string, session: ToolSession): Promise<readonly string[]>
}

export type ReadResource = { readonly mimeType: string } & ({ readonly text: string } | { readonly blob: string })

/** A prompt that people choose by name, filled in. */
export interface PromptOffer extends Prompt {
  fill(args: Readonly<Record<string, string>>): GetPromptResult
}

/** Builds what a caller sees, for each message, as rights can change. */
export type SurfaceFor = (by: McpCaller) => Promise<Surface>

/** What a service shows, with its sources, for administrators. */
export interface ShownService {
  readonly surfaceFor: SurfaceFor
  readonly toolStyle: 'merged' | 'prefixed' | null
  backends(surface: Surface, by: McpCaller): Promise<McpBackend[]>
  operations(by: McpCaller): Promise<McpOperation[]>
  /** Problems that make the service useless, each as a sentence with a solution. */
  findings(): Promise<readonly string[]>
}

export const noResources: Resources = {
  list: async () => [],
  templates: [],
  read: async () => null,
  complete: async () => [],
}
