import type { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { AuthInfo, McpHttpHandler, McpServerFactory } from '@modelcontextprotocol/server'
import type { McpAnswer, McpCaller, McpRequest } from '../../../../gateway/ports/mcp-endpoint.ts'
import { type ProgressPace, progressStream } from './call-time.ts'
import { type PlainCall, readPlainCall } from './plain-call.ts'

/** What a parameter must be, in words; `?` at its end: it may be absent. Members of objects are named with their path. */
const shapes: Readonly<Record<string, Readonly<Record<string, keyof typeof kinds>>>> = {
  'tools/list': { cursor: 'text?' },
  'prompts/list': { cursor: 'text?' },
  'resources/list': { cursor: 'text?' },
  'resources/templates/list': { cursor: 'text?' },
  'tools/call': { name: 'text', arguments: 'object?' },
  'resources/read': { uri: 'text' },
  'prompts/get': { name: 'text', arguments: 'texts?' },
  'completion/complete': {
    ref: 'object',
    'ref.type': 'text',
    argument: 'object',
    'argument.name': 'text',
    'argument.value': 'text',
  },
}

const isText = (value: unknown) => typeof value === 'string'
const areTexts = (value: unknown) => isRecord(value) && Object.values(value).every(isText)
const optional = (is: (value: unknown) => boolean) => (value: unknown) => value === undefined || is(value)

const kinds = {
  text: { is: isText, words: 'a text' },
  'text?': { is: optional(isText), words: 'a text' },
  object: { is: isRecord, words: 'an object' },
  'object?': { is: optional(isRecord), words: 'an object' },
  'texts?': { is: optional(areTexts), words: 'an object of texts' },
} as const

/**
 * Answers a message whose parameters have wrong types with one sentence, where the library would send the report of its validator.
 * `null`: they are right, or for the library to judge.
 */
function wrongParams({ method: verb, body }: McpRequest): McpAnswer | null {
  const message = verb === 'POST' && body !== null ? parsed(body) : null
  if (!isRecord(message) || typeof message.method !== 'string' || !Object.hasOwn(shapes, message.method)) return null
  const { id, method, params = {} } = message
  if (typeof id !== 'string' && typeof id !== 'number') return null
  const wrong = isRecord(params) ? firstWrong(params, shapes[method] ?? {}) : "'params' must be an object."
  if (wrong === null) return null
  const error = { code: -32602, message: wrong }
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id, error }),
  }
}

function firstWrong(params: Readonly<Record<string, unknown>>, shape: (typeof shapes)[string]): string | null {
  for (const [path, kind] of Object.entries(shape)) {
    const { is, words } = kinds[kind]
    if (!is(valueAt(params, path))) return `'${path}' must be ${words}.`
  }
  return null
}

function valueAt(params: unknown, path: string): unknown {
  return path.split('.').reduce((value, name) => (isRecord(value) ? value[name] : undefined), params)
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

export type Sdk = typeof import('@modelcontextprotocol/server')

/** Creates the server that responds to one message of a caller. */
export type ServerFor = (sdk: Sdk, by: McpCaller, era: 'legacy' | 'modern') => ReturnType<McpServerFactory>

/**
 * Returns the JSON of the `result` of a tool call that depends only on its arguments. Returns `null`, without side effects, for
 * other calls.
 */
export type CallPlainly = (call: PlainCall, by: McpCaller, signal: AbortSignal) => Promise<string | null>

export interface ProtocolHandler {
  answer(message: McpRequest, by: McpCaller): Promise<McpAnswer>
  close(): Promise<void>
}

interface HandlerOptions {
  /** Maximum bytes of a message. */
  readonly bodyLimit: number
  readonly callPlainly: CallPlainly
  readonly pace: ProgressPace
}

/**
 * Implements the protocol revision 2026-07-28 and those from 2025-03-26 on, without sessions: the server for a message is
 * created for it and keeps no state, so any node can handle any message (docs/wire/mcp.md). Creating one costs more than most
 * tool calls, so plain calls are handled without it, with an identical response.
 */
export function createProtocolHandler(
  serverFor: ServerFor,
  { bodyLimit, callPlainly, pace }: HandlerOptions,
): ProtocolHandler {
  /** The library passes this object on with the message. Nothing else can access it. */
  const callers = new WeakMap<AuthInfo, McpCaller>()
  let handler: Promise<McpHttpHandler> | null = null

  /** With the first message, as most instances never receive one. */
  async function open(): Promise<McpHttpHandler> {
    const loaded = await import('@modelcontextprotocol/server')
    return loaded.createMcpHandler(
      ({ authInfo, era }) => {
        const by = authInfo === undefined ? undefined : callers.get(authInfo)
        if (by === undefined) throw new Error('A message came without its caller.')
        return serverFor(loaded, by, era)
      },
      { maxRequestBodySize: bodyLimit },
    )
  }

  /** Responds with a stream if the client requested progress and the call takes long. */
  async function answerPlainly({ id, progressToken }: PlainCall, result: Promise<string | null>) {
    const bodyOf = (text: string) => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${text}}`
    const known = progressToken === null ? await result : await within(pace.every, result)
    if (known === null) return null
    if (known !== takesLong || progressToken === null) return json(bodyOf(String(known)))
    const body = progressStream(
      progressToken,
      pace,
      result.then((text) => bodyOf(text ?? '{}')),
    )
    return { status: 200, headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' }, body }
  }

  return {
    async answer(message, from) {
      const refused: Problem[] = []
      const refusedWhole = (refusal: Problem) => void refused.push(refusal)
      return tooMuch(
        message,
        refused,
        await answered(message, { ...from, message: aboutMessage(message), refusedWhole }),
      )
    },
    async close() {
      await (await handler)?.close()
    },
  }

  async function answered(message: McpRequest, by: McpCaller): Promise<McpAnswer> {
    const call = readPlainCall(message, bodyLimit)
    const plain = call === null ? null : await answerPlainly(call, callPlainly(call, by, message.signal))
    if (plain !== null) return plain
    const wrong = wrongParams(message)
    if (wrong !== null) return wrong
    handler ??= open()
    const { fetch } = await handler
    const authInfo: AuthInfo = { token: '', clientId: '', scopes: [] }
    callers.set(authInfo, by)
    const { status, headers, body } = await fetch(webRequest(message), { authInfo })
    return { status, headers: Object.fromEntries(headers), body }
  }
}

/** Sets the status 429 if a message was rejected as a whole. Batches and streams also contain other responses. */
function tooMuch({ body }: McpRequest, [refusal]: readonly Problem[], answer: McpAnswer): McpAnswer {
  const isOne = body?.toString('utf8', 0, 100).trimStart().startsWith('{') === true
  if (refusal === undefined || !isOne || !answer.headers['content-type']?.startsWith('application/json')) return answer
  const wait = refusal.headers['retry-after'] ?? refusal.headers['Retry-After']
  return { ...answer, status: 429, headers: { ...answer.headers, ...(wait !== undefined && { 'retry-after': wait }) } }
}

const takesLong = Symbol('takes long')

/** Resolves with the work's result, or with `takesLong` after the given time. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | typeof takesLong> {
  const later = Promise.withResolvers<typeof takesLong>()
  const timer = setTimeout(() => later.resolve(takesLong), milliseconds)
  return await Promise.race([work, later.promise]).finally(() => clearTimeout(timer))
}

function aboutMessage({ body, headers }: McpRequest): NonNullable<McpCaller['message']> {
  const stated = headers['mcp-protocol-version']
  return { bytes: body?.length ?? 0, protocol: typeof stated === 'string' ? stated.slice(0, 20) : null }
}

const json = (body: string): McpAnswer => ({ status: 200, headers: { 'content-type': 'application/json' }, body })

function webRequest({ method, url, headers, body, signal }: McpRequest): Request {
  const sent = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    [value ?? []].flat().map((each) => [name, each]),
  )
  return new Request(url, { method, headers: sent, body: body === null ? null : new Uint8Array(body), signal })
}
