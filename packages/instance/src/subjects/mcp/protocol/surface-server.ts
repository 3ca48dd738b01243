import { isRecord } from '@millwright/contract/wire/is-record'
import type { ServerContext } from '@modelcontextprotocol/server'
import type { McpCaller } from '../../../gateway/ports/mcp-endpoint.ts'
import { version } from '../../../platform/version.ts'
import type { Confirmations } from '../confirmation.ts'
import type { SurfaceFor } from '../surface.ts'
import type { ToolSession } from '../tools/tool.ts'
import { callTool } from './call-tool.ts'
import { problemIn, toldProblem, unforeseen } from './errors.ts'
import { pageOf } from './list-page.ts'
import type { Sdk, ServerFor } from './mcp-handler.ts'
import { notDone, wireTool } from './wire-tool.ts'

interface ServerOptions {
  readonly name: string
  readonly title: string
  readonly surfaceFor: SurfaceFor
  /** `client`: as it calls itself; null: it does not. */
  readonly sessionOf: (by: McpCaller, client: string | null, signal: AbortSignal) => ToolSession
  readonly confirmations: Confirmations
  /** Around each call of a tool. Refuses what is too much. */
  readonly bounded: <T>(by: McpCaller, work: () => Promise<T>) => Promise<T>
}

/** Milliseconds that clients may keep a list. */
const listLife = 60_000

const cacheHints = Object.fromEntries(
  ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list', 'resources/read'].map((method) => [
    method,
    { ttlMs: listLife, cacheScope: 'private' as const },
  ]),
)

/** A server of the protocol for what a service shows to one caller. */
export function createSurfaceServer(options: ServerOptions): ServerFor {
  const { name, title, surfaceFor, sessionOf, confirmations, bounded } = options
  return async (sdk, by) => {
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

    const sessionFor = ({ mcpReq }: ServerContext) => sessionOf(by, clientOf(mcpReq.envelope), mcpReq.signal)

    server.setRequestHandler('tools/list', ({ params }) => {
      const { items, next } = pageOf(surface.listed, params?.cursor, invalid(sdk))
      return { tools: items.map(wireTool), ...next }
    })
    server.setRequestHandler('tools/call', async ({ params }, context) => {
      const session = sessionFor(context)
      const asked = { name: params.name, given: params.arguments }
      try {
        const parts = { sdk, service: name, surface, confirmations, session }
        return await bounded(by, () => callTool(parts, asked, context))
      } catch (error) {
        if (error instanceof sdk.ProtocolError) throw error
        return notDone(told(error, by))
      }
    })

    server.setRequestHandler('resources/list', async ({ params }, context) => {
      const all = await refusing(sdk, by, () => resources.list(sessionFor(context)))
      const { items, next } = pageOf(all, params?.cursor, invalid(sdk))
      return { resources: [...items], ...next }
    })
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [...resources.templates] }))
    server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
      const read = () => resources.read(uri, sessionFor(context))
      const found = await refusing(sdk, by, () => bounded(by, read))
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
}

/** The name that a client gives itself, which nobody has made sure of. */
function clientOf(envelope: ServerContext['mcpReq']['envelope']): string | null {
  const client: unknown = Reflect.get(envelope ?? {}, 'io.modelcontextprotocol/clientInfo')
  return isRecord(client) && typeof client.name === 'string' ? client.name : null
}

const invalid = (sdk: Sdk) => (message: string) => new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, message)

/** What a model is told of a failure; the log has what nobody foresaw. */
function told(error: unknown, by: McpCaller): string {
  const problem = problemIn(error)
  if (problem === null) by.failed(error)
  return problem === null ? unforeseen : toldProblem(problem)
}

/** Refusals as errors of the protocol. */
async function refusing<T>(sdk: Sdk, by: McpCaller, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof sdk.ProtocolError) throw error
    throw invalid(sdk)(told(error, by))
  }
}
