import type { Answer, Send, SendOptions } from '../send.ts'

export interface McpAnswer {
  readonly result?: {
    readonly isError?: boolean
    readonly resultType?: string
    readonly requestState?: string
    readonly content?: readonly { readonly type: string; readonly text: string }[]
    readonly structuredContent?: Readonly<Record<string, unknown>>
    readonly tools?: readonly { readonly name: string; readonly annotations: Readonly<Record<string, boolean>> }[]
    readonly [name: string]: unknown
  }
  readonly error?: { readonly code: number; readonly message: string }
}

/** Sends messages of revision 2026-07-28 to an MCP service in their wire format. */
export function mcpSender(send: Send, service: string) {
  const message = (method: string, params: object, options: SendOptions = {}, capabilities = {}) => {
    const name = Reflect.get(params, 'name') ?? Reflect.get(params, 'uri')
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'Test Assistant', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': capabilities,
    }
    return send<McpAnswer>('POST', `/mcp/${service}`, {
      ...options,
      headers: {
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...(typeof name === 'string' && { 'mcp-name': name }),
        ...options.headers,
      },
      body: {
        jsonrpc: '2.0',
        id: 1,
        method,
        params: { ...params, _meta: { ...Reflect.get(params, '_meta'), ...meta } },
      },
    })
  }
  return {
    message,
    tools: async (options?: SendOptions) => (await message('tools/list', {}, options)).body.result?.tools ?? [],
    async call(name: string, args: object, options?: SendOptions): Promise<ToolOutcome> {
      return outcomeOf(await message('tools/call', { name, arguments: args }, options))
    },
  }
}

interface ToolOutcome {
  /** The text for the model; for a protocol error, its message. */
  readonly text: string
  readonly isError: boolean
  readonly value: Readonly<Record<string, unknown>>
}

function outcomeOf({ body: { result, error } }: Answer<McpAnswer>): ToolOutcome {
  const text = error?.message ?? result?.content?.map((block) => block.text).join('\n') ?? ''
  return { text, isError: error !== undefined || result?.isError === true, value: result?.structuredContent ?? {} }
}
