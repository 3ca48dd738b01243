import { isRecord } from '@millwright/contract/wire/is-record'
import type { McpAnswer, McpRequest } from '../../../gateway/ports/mcp-endpoint.ts'

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
export function wrongParams({ method: verb, body }: McpRequest): McpAnswer | null {
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
