import { isRecord } from '@millwright/contract/wire/is-record'
import type { ServerContext } from '@modelcontextprotocol/server'
import type { McpCaller } from '../../../../gateway/ports/mcp-endpoint.ts'
import {
  type AssistantCall,
  currentRequest,
  inRequest,
  newRequestId,
  RequestTimings,
} from '../../../../platform/tracing/request-context.ts'
import { version } from '../../../../platform/version.ts'
import type { Called, ReadResource, Surface, SurfaceFor } from '../surface.ts'
import type { CalledBy } from '../tool-session.ts'
import { readArgs } from '../tools/args.ts'
import type { Tool, ToolSession } from '../tools/tool.ts'
import { createDeadline, type Progress, type ProgressPace, tellProgress } from './call-time.ts'
import { type Confirmations, callTool, findTool, UnknownTool } from './call-tool.ts'
import { pageOf } from './list-page.ts'
import type { CallPlainly, Sdk, ServerFor } from './mcp-handler.ts'
import { problemIn, problemText, unforeseen } from './refusals.ts'
import { notDone, resultText, toolResult, wireTool, withMeta } from './wire-tool.ts'

interface ServerOptions {
  readonly name: string
  readonly title: string
  readonly surfaceFor: SurfaceFor
  readonly sessionOf: (by: McpCaller, called: CalledBy) => ToolSession
  /** What the request log stores about a call. */
  readonly noted: (by: McpCaller, called: CalledBy) => AssistantCall
  readonly confirmations: Confirmations
  /** The tools that a client lists. `client`: its name for itself, or `null`. */
  readonly listed: (surface: Surface, by: McpCaller, client: string | null) => Promise<readonly Tool[]>
  /** Interval of progress notifications, and timeout. */
  readonly pace: ProgressPace
  /** Wraps each tool call. Throws if there are too many. */
  readonly bounded: <T>(by: McpCaller, work: () => Promise<T>) => Promise<T>
  /** Called after each tool call. */
  readonly ended: (session: ToolSession, by: McpCaller, call: EndedCall) => void
}

/** A finished tool call. */
export interface EndedCall {
  readonly tool: string
  readonly isKnown: boolean
  readonly milliseconds: number
  /** The thrown error, or undefined if there was none. */
  readonly failure: unknown
  readonly bytesOut: number | null
  readonly story: RequestTimings
}

interface SurfaceServer {
  readonly serverFor: ServerFor
  readonly callPlainly: CallPlainly
}

/** Milliseconds for which clients may cache a list. */
const listLife = 60_000

const cacheHints = Object.fromEntries(
  ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list', 'resources/read'].map((method) => [
    method,
    { ttlMs: listLife, cacheScope: 'private' as const },
  ]),
)

/** Implements the protocol for what a service shows to each caller. */
export function createSurfaceServer(options: ServerOptions): SurfaceServer {
  const { name, title, surfaceFor, sessionOf, noted, confirmations, pace, bounded, ended, listed } = options
  const serverMeta = { 'io.modelcontextprotocol/serverInfo': { name, title, version } }

  /** Runs one operation for a caller within the limits, and records it. Throws the operation's error. */
  async function performed<T>(
    by: McpCaller,
    called: CalledBy,
    work: (session: ToolSession) => Promise<T>,
    bytesOf: (done: T) => number,
  ): Promise<T> {
    const begun = performance.now()
    const context = currentRequest()
    const story = new RequestTimings()
    story.assistant = noted(by, called)
    const deadline = createDeadline(called.signal, pace.patience)
    const session = sessionOf(by, { ...called, signal: deadline.signal })
    const end = (bytesOut: number | null, failure?: unknown) => {
      context?.story?.include(story)
      ended(session, by, {
        tool: called.tool,
        isKnown: !(failure instanceof UnknownTool),
        failure,
        bytesOut,
        story,
        milliseconds: performance.now() - begun,
      })
    }
    try {
      const done = await deadline.reached(
        inRequest({ ...context, id: context?.id ?? newRequestId(), story }, () => bounded(by, () => work(session))),
      )
      end(bytesOf(done))
      return done
    } catch (error) {
      end(null, error)
      throw error
    } finally {
      deadline.end()
    }
  }

  /** Sends progress notifications if the client requested them. */
  async function telling<T>({ _meta, notify }: ServerContext['mcpReq'], work: Promise<T>): Promise<T> {
    const token = _meta?.progressToken
    if (token === undefined) return await work
    const tell = (params: Progress) =>
      void notify({ method: 'notifications/progress', params: { ...params } }).catch(() => undefined)
    const end = tellProgress(token, pace, tell)
    return await work.finally(end)
  }

  const callPlainly: CallPlainly = async ({ client, version, era, ...toolCall }, by, signal) => {
    const surface = await surfaceFor(by)
    const tool = toolMeant(surface, toolCall)
    if (tool === null || surface.mayAsk(tool)) return null
    const meta = era === 'legacy' ? null : serverMeta
    const run = async (session: ToolSession) => {
      const { given } = surface.resolve(toolCall)
      const answer = await tool.run(readArgs(tool.args, given), session)
      if (tool.name === toolCall.name) return resultText(tool, answer, meta)
      const result = surface.bounded(toolCall, tool, given, toolResult(tool, answer), session.caller)
      return JSON.stringify(withMeta(result, meta))
    }
    const called = { tool: tool.name, client, version, given: toolCall.given, signal }
    try {
      return await performed(by, called, run, Buffer.byteLength)
    } catch (error) {
      return JSON.stringify(withMeta(notDone(describeError(error, by)), meta))
    }
  }

  const serverFor: ServerFor = async (sdk, by) => {
    const surface = await surfaceFor(by)
    const { prompts, resources } = surface
    const server = new sdk.Server(
      { name, title, version },
      {
        capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
        instructions: surface.instructions,
        cacheHints,
      },
    )

    const calling = ({ mcpReq }: ServerContext, tool: string, input: unknown = {}): CalledBy => ({
      tool,
      given: input,
      signal: mcpReq.signal,
      ...clientOf(mcpReq.envelope),
    })
    const sessionFor = (context: ServerContext) => sessionOf(by, calling(context, ''))

    server.setRequestHandler('tools/list', async ({ params }, { mcpReq }) => {
      const client = by.clientName ?? clientOf(mcpReq.envelope).client ?? by.agent
      const { items, next } = pageOf(await listed(surface, by, client), params?.cursor, invalid(sdk))
      return { tools: items.map(wireTool), ...next }
    })
    server.setRequestHandler('tools/call', async ({ params }, context) => {
      const toolCall = { name: params.name, given: params.arguments }
      const tool = toolMeant(surface, toolCall)?.name ?? toolCall.name
      try {
        const work = performed(
          by,
          calling(context, tool, toolCall.given),
          (session) => callTool({ sdk, service: name, surface, confirmations, session }, toolCall, context),
          (result) => Buffer.byteLength(JSON.stringify(result)),
        )
        return await telling(context.mcpReq, work)
      } catch (error) {
        if (error instanceof UnknownTool) throw invalid(sdk)(error.message)
        if (error instanceof sdk.ProtocolError) throw error
        return notDone(describeError(error, by))
      }
    })

    server.setRequestHandler('resources/list', async ({ params }, context) => {
      const all = await refusing(sdk, by, () => resources.list(sessionFor(context)))
      const { items, next } = pageOf(all, params?.cursor, invalid(sdk))
      return { resources: [...items], ...next }
    })
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [...resources.templates] }))
    server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
      const read = (session: ToolSession) => resources.read(uri, session)
      const found = await refusing(sdk, by, () =>
        performed(by, calling(context, 'resources/read', { uri }), read, (found) => lengthOf(found)),
      )
      if (found === null) throw new sdk.ResourceNotFoundError(uri)
      return { contents: [{ uri, ...found }], _meta: { origin: 'data' } }
    })
    server.setRequestHandler('prompts/list', ({ params }) => {
      const listed = prompts.map(({ fill, ...prompt }) => prompt)
      const { items, next } = pageOf(listed, params?.cursor, invalid(sdk))
      return { prompts: [...items], ...next }
    })
    server.setRequestHandler('prompts/get', ({ params }) => {
      const prompt = prompts.find((each) => each.name === params.name)
      if (prompt === undefined) throw invalid(sdk)(`There is no prompt '${params.name}'.`)
      const args = params.arguments ?? {}
      const missing = prompt.arguments?.find(({ name: needed, required }) => required && !args[needed])
      if (missing !== undefined) throw invalid(sdk)(`The argument '${missing.name}' is missing.`)
      return prompt.fill(args)
    })
    server.setRequestHandler('completion/complete', async ({ params: { ref, argument } }, context) => {
      if (ref.type !== 'ref/resource') return { completion: { values: [] } }
      const complete = () => resources.complete(ref.uri, argument.name, argument.value, sessionFor(context))
      const values = await refusing(sdk, by, complete)
      return { completion: { values: values.slice(0, 100), total: values.length, hasMore: values.length > 100 } }
    })
    return server
  }

  return { serverFor, callPlainly }
}

/** Characters of a resource. */
function lengthOf(found: ReadResource | null): number {
  if (found === null) return 0
  return 'text' in found ? found.text.length : found.blob.length
}

/** The called tool, or `null` if it is unknown. */
function toolMeant(surface: Surface, toolCall: Called): Tool | null {
  try {
    return findTool(surface, toolCall).tool
  } catch {
    return null
  }
}

/** The client's name and version as reported by itself, unverified. */
function clientOf(envelope: ServerContext['mcpReq']['envelope']): Pick<CalledBy, 'client' | 'version'> {
  const client: unknown = Reflect.get(envelope ?? {}, 'io.modelcontextprotocol/clientInfo')
  const { name, version: stated } = isRecord(client) ? client : {}
  return {
    client: typeof name === 'string' ? name : null,
    version: typeof stated === 'string' ? stated : null,
  }
}

const invalid = (sdk: Sdk) => (message: string) => new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, message)

/** The error message for a model. Unexpected errors are logged. */
function describeError(error: unknown, by: McpCaller): string {
  const problem = problemIn(error)
  if (problem === null) by.failed(error)
  return problem === null ? unforeseen : problemText(problem)
}

/** Converts errors to errors of the protocol. */
async function refusing<T>(sdk: Sdk, by: McpCaller, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof sdk.ProtocolError) throw error
    throw invalid(sdk)(describeError(error, by))
  }
}
