import { apiKeyHeader, sessionTokenHeader } from '@millwright/contract/headers'
import type { ReadyCall } from './call-draft.ts'

export const snippetLanguages = ['curl', 'javascript', 'python'] as const
export type SnippetLanguage = (typeof snippetLanguages)[number]

/** Who a snippet calls as; a session's token is never written out. */
export type SnippetCaller = { readonly kind: 'session' } | { readonly kind: 'app'; readonly key: string }

interface Snippet {
  /** The whole address. */
  readonly address: string
  readonly call: ReadyCall
  readonly caller: SnippetCaller
}

/** A call as a program that can be copied. */
export function snippetOf(language: SnippetLanguage, snippet: Snippet): string {
  const headers = headersOf(snippet)
  switch (language) {
    case 'curl':
      return curl(snippet, headers)
    case 'javascript':
      return javascript(snippet, headers)
    case 'python':
      return python(snippet, headers)
  }
}

function headersOf({ call, caller }: Snippet): readonly (readonly [string, string])[] {
  const own = Object.entries(call.headers)
  return caller.kind === 'app'
    ? [[apiKeyHeader, caller.key], ...own]
    : [[apiKeyHeader, 'YOUR_API_KEY'], [sessionTokenHeader, 'YOUR_SESSION_TOKEN'], ...own]
}

type Headers = ReturnType<typeof headersOf>

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

function curl({ address, call }: Snippet, headers: Headers): string {
  const lines = [
    `curl ${call.verb === 'GET' ? '' : `-X ${call.verb} `}${quoted(address)}`,
    ...headers.map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`),
    ...(call.body === null
      ? []
      : [`  --data-binary ${quoted(typeof call.body === 'string' ? call.body : `@${call.body.name}`)}`]),
  ]
  return lines.join(' \\\n')
}

function javascript({ address, call }: Snippet, headers: Headers): string {
  const body = call.body === null ? [] : [`  body: ${typeof call.body === 'string' ? javascriptBody(call) : 'file'},`]
  return [
    `const response = await fetch(${JSON.stringify(address)}, {`,
    `  method: '${call.verb}',`,
    '  headers: {',
    ...headers.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
    '  },',
    ...body,
    '})',
    'if (!response.ok) throw new Error((await response.json()).error.message)',
    'console.log(await response.json())',
  ].join('\n')
}

function javascriptBody({ body }: ReadyCall): string {
  const value = parsed(body)
  if (value === undefined) return JSON.stringify(body)
  return `JSON.stringify(${JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')})`
}

function python({ address, call }: Snippet, headers: Headers): string {
  const value = parsed(call.body)
  const body =
    call.body === null
      ? []
      : value !== undefined
        ? [`    json=${pythonValue(value, '    ')},`]
        : [
            `    data=${typeof call.body === 'string' ? JSON.stringify(call.body) : `open(${JSON.stringify(call.body.name)}, 'rb')`},`,
          ]
  return [
    'import requests',
    '',
    `response = requests.${call.verb.toLowerCase()}(`,
    `    ${JSON.stringify(address)},`,
    '    headers={',
    ...headers.map(([name, text]) => `        ${JSON.stringify(name)}: ${JSON.stringify(text)},`),
    '    },',
    ...body,
    ')',
    'response.raise_for_status()',
    'print(response.json())',
  ].join('\n')
}

/** Undefined for what is no JSON. */
function parsed(body: unknown): unknown {
  if (typeof body !== 'string') return undefined
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function pythonValue(value: unknown, indent: string): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}    `
  const entries = Array.isArray(value)
    ? value.map((each) => `${inner}${pythonValue(each, inner)},`)
    : Object.entries(value).map(([name, each]) => `${inner}${JSON.stringify(name)}: ${pythonValue(each, inner)},`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return entries.length === 0 ? `${open}${close}` : `${open}\n${entries.join('\n')}\n${indent}${close}`
}
