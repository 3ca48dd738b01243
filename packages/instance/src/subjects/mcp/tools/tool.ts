import type { Verb } from '@millwright/contract/verbs'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import type { Caller } from '../../../request/caller.ts'
import type { ArgsSchema } from './arg-schema.ts'
import type { Args } from './read-args.ts'

/**
 * What a call of a tool does to what is stored: nothing, nothing but that people are told something, adds to it, changes it, deletes of it, or
 * nobody knows.
 */
export type Effect = 'read' | 'tell' | 'add' | 'change' | 'delete' | 'run'

/** What assistants can call (docs/wire/mcp.md). */
export interface Tool {
  readonly name: string
  /** For people. */
  readonly title: string
  /** For models. */
  readonly description: string
  readonly args: ArgsSchema
  /** Of what `run` answers; absent: it answers no structure. */
  readonly result?: Readonly<Record<string, unknown>>
  readonly effect: Effect
  /** Of one call, where it depends on the arguments; absent: `effect`. */
  effectOf?(args: Args): Effect
  /** Whether a person has to agree to a call whatever the settings say; absent: no. */
  alwaysAsks?(args: Args): boolean
  /** Whether it may reach what is not this instance's. */
  readonly reachesOut?: boolean
  /** What a person is asked before it happens, in one sentence; absent: made of the name and the arguments. */
  foretell?(args: Args, session: ToolSession): Promise<string> | string
  /** Throws the refusal. */
  run(args: Args, session: ToolSession): Promise<ToolAnswer>
}

/** What came of a call: a structure, or blocks of content for what is none. */
export interface ToolAnswer {
  readonly value?: Readonly<Record<string, unknown>>
  /** In place of the structure as text. */
  readonly blocks?: readonly ContentBlock[]
  /** Whether there is data of the instance in it, which nobody should take for instructions; absent: yes. */
  readonly isData?: boolean
}

export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string }
  | ResourceLink

/** Where a client finds what is too much, or nothing to read, for a model. */
export interface ResourceLink {
  readonly type: 'resource_link'
  readonly uri: string
  readonly name: string
  readonly mimeType: string
  readonly size?: number
}

/** A request that a tool makes of the instance. */
export interface ToolCall {
  readonly verb: Verb
  /** In any case. */
  readonly service: string
  readonly resource: string
  readonly endsInSlash?: boolean
  readonly params?: Readonly<Record<string, string>>
  readonly payload?: unknown
}

/** For whom a tool is called. */
export interface ToolSession {
  readonly caller: Caller
  /** Asks the instance, as the caller would over HTTP. Throws the refusal. */
  call(call: ToolCall): Promise<ApiResponse>
  /** What `call` would ask with. */
  requestFor(call: ToolCall): ApiRequest
  /** Aborted when nobody waits any more, or it has taken too long. */
  readonly signal: AbortSignal
  /** Characters of an answer. */
  readonly longest: number
}
