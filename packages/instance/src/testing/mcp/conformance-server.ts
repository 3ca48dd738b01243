import type { Server, ServerContext } from '@modelcontextprotocol/server'
import type { ServerFor } from '../../subjects/integrations/mcp/protocol/mcp-handler.ts'
import { picture } from './conformance-picture.ts'
import { askForTools } from './conformance-questions.ts'
import { conformanceTools } from './conformance-tools.ts'

const inputSchema = { type: 'object' as const, properties: {} }
const hint = { ttlMs: 60_000, cacheScope: 'private' as const }

/** The server that the official conformance suite requires, on the product's transport; only for tests. */
export const conformanceServer: ServerFor = (sdk) => {
  const codec = sdk.createRequestStateCodec({ key: 'a key that is only ever used by tests' })
  const server: Server = new sdk.Server(
    { name: 'conformance', version: '1.0.0' },
    {
      capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {}, logging: {} },
      requestState: { verify: codec.verify },
      cacheHints: {
        'tools/list': hint,
        'prompts/list': hint,
        'resources/list': hint,
        'resources/templates/list': hint,
        'resources/read': hint,
      },
    },
  )
  const tools = { ...conformanceTools(sdk), ...askForTools(sdk, codec) }
  server.setRequestHandler('tools/list', () => ({
    tools: Object.keys(tools).map((name) => ({ name, description: `For the test of ${name}.`, inputSchema })),
  }))
  server.setRequestHandler('tools/call', async ({ params: { name } }, context) => {
    const tool = tools[name]
    if (tool === undefined) throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, `No tool ${name}`)
    return await tool(context)
  })

  const described = { description: 'For a test.' }
  server.setRequestHandler('resources/list', () => ({
    resources: [
      { uri: 'test://static-text', name: 'text', mimeType: 'text/plain', ...described },
      { uri: 'test://static-binary', name: 'binary', mimeType: 'image/png', ...described },
      { uri: 'test://watched-resource', name: 'watched', mimeType: 'text/plain', ...described },
    ],
  }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', ...described }],
  }))
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
    if (uri === 'test://static-binary') return { contents: [{ uri, mimeType: 'image/png', blob: picture }] }
    if (uri === 'test://static-text') {
      return { contents: [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }] }
    }
    if (uri === 'test://watched-resource') return { contents: [{ uri, mimeType: 'text/plain', text: 'Watched.' }] }
    if (id === undefined) throw new sdk.ResourceNotFoundError(uri)
    const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
    return { contents: [{ uri, mimeType: 'application/json', text }] }
  })
  server.setRequestHandler('resources/subscribe', () => ({}))
  server.setRequestHandler('resources/unsubscribe', () => ({}))

  const needed = (name: string) => ({ name, required: true, description: `The ${name}.` })
  server.setRequestHandler('prompts/list', () => ({
    prompts: [
      { name: 'test_simple_prompt', ...described },
      { name: 'test_prompt_with_arguments', arguments: [needed('arg1'), needed('arg2')], ...described },
      { name: 'test_prompt_with_embedded_resource', arguments: [needed('resourceUri')], ...described },
      { name: 'test_prompt_with_image', ...described },
      { name: 'test_input_required_result_prompt', ...described },
    ],
  }))
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: args = {} } }, context) => {
    switch (name) {
      case 'test_simple_prompt':
        return said('This is a simple prompt for testing.')
      case 'test_prompt_with_arguments':
        return said(`Prompt with arguments: arg1='${args.arg1}', arg2='${args.arg2}'`)
      case 'test_prompt_with_embedded_resource': {
        const resource = {
          uri: args.resourceUri ?? '',
          mimeType: 'text/plain',
          text: 'Embedded resource content for testing.',
        }
        const { messages } = said('Please process the embedded resource above.')
        return { messages: [{ role: 'user' as const, content: { type: 'resource' as const, resource } }, ...messages] }
      }
      case 'test_prompt_with_image': {
        const content = { type: 'image' as const, data: picture, mimeType: 'image/png' }
        return { messages: [{ role: 'user' as const, content }, ...said('Please analyze the image above.').messages] }
      }
      case 'test_input_required_result_prompt':
        return promptWithContext(context)
      default:
        throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, `No prompt ${name}`)
    }
  })
  server.setRequestHandler('completion/complete', () => ({ completion: { values: ['paris', 'park'] } }))
  return server

  function promptWithContext({ mcpReq }: ServerContext) {
    const answer = sdk.acceptedContent<{ context?: string }>(mcpReq.inputResponses, 'user_context')
    if (answer?.context !== undefined) return said(`The context is ${answer.context}.`)
    const requestedSchema = {
      type: 'object' as const,
      properties: { context: { type: 'string' as const } },
      required: ['context'],
    }
    const message = 'What context should the prompt use?'
    return sdk.inputRequired({
      inputRequests: { user_context: sdk.inputRequired.elicit({ message, requestedSchema }) },
    })
  }
}

function said(text: string) {
  return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] }
}
