import { createHash, randomUUID } from 'node:crypto'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import type { ServiceHost } from '../../../../gateway/service-kind.ts'
import { currentRequest } from '../../../../platform/tracing/request-context.ts'
import type { Caller } from '../../../../request/caller.ts'
import type { Called, Surface } from '../surface.ts'
import { type Args, readArgs } from '../tools/args.ts'
import type { Tool, ToolSession } from '../tools/tool.ts'
import type { Sdk } from './mcp-handler.ts'
import { notDone, toolResult } from './wire-tool.ts'

/** A tool call that requires a person's confirmation. */
interface ConfirmedCall {
  readonly service: string
  readonly tool: string
  readonly args: Args
  readonly caller: Caller
}

/** Tokens that prove that a call was announced beforehand. They cannot be forged, work once, and are valid on any node. */
export interface Confirmations {
  issue(agreed: ConfirmedCall): string
  /** Whether a token was issued for exactly this call, has not expired, and was not used before. */
  use(confirmation: string, agreed: ConfirmedCall): Promise<boolean>
}

/** In seconds. */
const life = 600

export function createConfirmations({ parts, useOnce }: Pick<ServiceHost, 'parts' | 'useOnce'>): Confirmations {
  const { vault, clock } = parts
  const now = () => Math.floor(clock() / 1000)
  return {
    issue: (agreed) => vault.seal(JSON.stringify({ mcp: markOf(agreed), once: randomUUID(), until: now() + life })),
    async use(confirmation, agreed) {
      const known = opened(confirmation)
      if (known === null || known.mcp !== markOf(agreed) || known.until <= now()) return false
      return await useOnce(`mcp ${known.once}`, known.until)
    },
  }

  function opened(text: string): { readonly mcp: string; readonly once: string; readonly until: number } | null {
    try {
      const value: unknown = JSON.parse(vault.open(text))
      if (!isRecord(value)) return null
      const { mcp, once, until } = value
      if (typeof mcp !== 'string' || typeof once !== 'string' || typeof until !== 'number') return null
      return { mcp, once, until }
    } catch {
      return null
    }
  }
}

function markOf({ service, tool, args, caller }: ConfirmedCall): string {
  const who = [caller.user?.id ?? null, caller.app?.id ?? null, caller.role?.id ?? null]
  const what = Object.entries(args).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([service, tool, who, what]))
    .digest('base64url')
}

/** A call of an unknown tool by its own name, for which the protocol has a specific error. */
export class UnknownTool extends Problem {
  constructor(name: string) {
    super(404, `There is no tool '${name}'.`)
  }
}

/** Returns the called tool and its arguments. Throws if it does not exist. */
export function findTool(surface: Surface, toolCall: Called): { readonly tool: Tool; readonly given: unknown } {
  const { name, given } = surface.resolve(toolCall)
  const tool = surface.tools.get(name)
  if (tool !== undefined) return { tool, given }
  throw name === toolCall.name ? new UnknownTool(name) : new Problem(404, `There is no tool '${name}'.`)
}

export interface ToolCallParts {
  readonly sdk: Sdk
  readonly service: string
  readonly surface: Surface
  readonly confirmations: Confirmations
  readonly session: ToolSession
}

type Result = CallToolResult | InputRequiredResult

/** Calls a tool, after a person has confirmed if that is necessary. Throws the tool's error. */
export async function callTool(parts: ToolCallParts, toolCall: Called, { mcpReq }: ServerContext): Promise<Result> {
  const { surface, session } = parts
  const { tool, given } = findTool(surface, toolCall)
  const { confirmation, ...args } = readArgs(tool.args, given)
  if (surface.mustConfirm(tool, args)) {
    const refused = await unconfirmed(parts, tool, args, confirmation, mcpReq)
    if (refused !== null) return refused
    const assistantStory = currentRequest()?.story?.assistant
    if (assistantStory !== undefined) assistantStory.confirmed = true
  }
  return surface.bounded(toolCall, tool, given, toolResult(tool, await tool.run(args, session)), session.caller)
}

/**
 * Requests confirmation from a person or a repeated call from the model, and returns that as the result. Returns `null` if the
 * call is confirmed.
 */
async function unconfirmed(
  { sdk, service, confirmations, session }: ToolCallParts,
  tool: Tool,
  args: Args,
  confirmation: unknown,
  { envelope, inputResponses, requestState }: ServerContext['mcpReq'],
): Promise<Result | null> {
  const agreed: ConfirmedCall = { service, tool: tool.name, args, caller: session.caller }
  if (typeof confirmation === 'string') {
    if (await confirmations.use(confirmation, agreed)) return null
    throw new Problem(409, 'The confirmation is not for this call, too old or used. Call without it for a new one.')
  }
  const state: unknown = requestState()
  if (typeof state === 'string') {
    const answer = sdk.acceptedContent<{ confirm?: unknown }>(inputResponses, 'confirm')
    if (answer?.confirm !== true) return notDone('Permission: The user declined. Nothing was done.')
    if (await confirmations.use(state, agreed)) return null
    throw new Problem(409, 'The confirmation is for another call, expired or used. Call again.')
  }
  const summary =
    (await tool.describeEffect?.(args, session)) ?? `Call '${tool.title}' with ${bounded(JSON.stringify(args))}.`
  const issued = confirmations.issue(agreed)
  if (!asksPeople(envelope)) {
    return notDone(`Not done yet. ${summary} To do it, call again with confirmation: ${issued}`)
  }
  return sdk.inputRequired({
    inputRequests: {
      confirm: sdk.inputRequired.elicit({
        message: summary,
        requestedSchema: {
          type: 'object',
          properties: { confirm: { type: 'boolean', title: 'Do it' } },
          required: ['confirm'],
        },
      }),
    },
    requestState: issued,
  })
}

/** Whether the client declared support for elicitation. */
function asksPeople(envelope: ServerContext['mcpReq']['envelope']): boolean {
  const capabilities: unknown = Reflect.get(envelope ?? {}, 'io.modelcontextprotocol/clientCapabilities')
  return isRecord(capabilities) && isRecord(capabilities.elicitation)
}

const bounded = (text: string) => (text.length > 500 ? `${text.slice(0, 500)}…` : text)
