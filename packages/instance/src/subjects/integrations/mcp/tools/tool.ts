import type { Verb } from '@millwright/contract/verbs'
import type { ApiRequest, ApiResponse } from '../../../../request/api-request.ts'
import type { Authority, Caller } from '../../../../request/caller.ts'
import type { Args, ArgsSchema } from './args.ts'

/** The effect of a tool call on stored data: none, none but a notification to people, creates, changes or deletes data, or unknown. */
export type Effect = 'read' | 'tell' | 'add' | 'change' | 'delete' | 'run'

/** A tool for assistants (docs/wire/mcp.md). */
export interface Tool {
  readonly name: string
  /** For people. */
  readonly title: string
  /** For models. */
  readonly description: string
  readonly args: ArgsSchema
  /** Schema of the structure that `run` returns. If absent, it returns none. */
  readonly result?: Readonly<Record<string, unknown>>
  readonly effect: Effect
  /** Whether it is only for programs that know its name, so that lists stay short for models. Defaults to no. */
  readonly isUnlisted?: boolean
  /** Effect of a call if it depends on the arguments. Defaults to `effect`. */
  effectOf?(args: Args): Effect
  /** Whether a call always requires a person's confirmation, regardless of the settings. Defaults to no. */
  alwaysAsks?(args: Args): boolean
  /** Whether it may access anything outside this instance. */
  readonly reachesOut?: boolean
  /** The question to the person before the call, in one sentence. Defaults to the title and the arguments. */
  describeEffect?(args: Args, session: ToolSession): Promise<string> | string
  /** Throws the error of the request. */
  run(args: Args, session: ToolSession): Promise<ToolAnswer>
}

/** The result of a call: a structure, or content blocks. */
export interface ToolAnswer {
  readonly value?: Readonly<Record<string, unknown>>
  /** Replaces the structure as text. */
  readonly blocks?: readonly ContentBlock[]
  /** Whether it contains data of the instance, which must not be taken for instructions. Defaults to yes. */
  readonly isData?: boolean
}

export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string }
  | ResourceLink

/** A link to content that is too large for a model, or not readable by it. */
export interface ResourceLink {
  readonly type: 'resource_link'
  readonly uri: string
  readonly name: string
  readonly mimeType: string
  readonly size?: number
}

/** A tool's request to the instance. */
export interface ToolCall {
  readonly verb: Verb
  /** In any case. */
  readonly service: string
  readonly resource: string
  readonly endsInSlash?: boolean
  readonly params?: Readonly<Record<string, string>>
  /** In lower case. */
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: unknown
  /** The author of the tool, whose rights must permit the request as well; absent: of the instance, or a full administrator. */
  readonly author?: Authority | null
}

/** The session of the caller of a tool. */
export interface ToolSession {
  readonly caller: Caller
  /** Sends a request to the instance with the caller's rights over HTTP. Throws its error. */
  call(call: ToolCall): Promise<ApiResponse>
  /** The request that `call` would send. */
  requestFor(call: ToolCall): ApiRequest
  /** Aborted when the client is gone or the call times out. */
  readonly signal: AbortSignal
  /** Characters of a response. */
  readonly longest: number
}
