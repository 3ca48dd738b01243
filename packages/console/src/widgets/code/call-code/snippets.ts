import { apiKeyHeader, sessionTokenHeader } from '@millwright/contract/headers'
import { parseExact, stringifyExact } from '@millwright/contract/wire/exact-json'

/** The languages of code snippets, as options of a choice. */
export const snippetLanguages = [
  { value: 'curl', label: 'curl' },
  { value: 'javascript', label: 'JavaScript' },
  { value: 'python', label: 'Python' },
] as const
export type SnippetLanguage = (typeof snippetLanguages)[number]['value']

type SentPart = readonly [name: string, value: string | File]

/** The body of the request; a list contains the parts of a multipart form. */
interface CodedCall {
  readonly verb: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | File | readonly SentPart[] | null
}

/** The caller of a snippet; a session's token is never included. */
export type SnippetCaller = { readonly kind: 'session' } | { readonly kind: 'app'; readonly key: string }

interface Snippet {
  /** The full URL. */
  readonly address: string
  readonly call: CodedCall
  readonly caller: SnippetCaller
}

/** Renders a request as a program to copy. */
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
    ...curlBody(call.body),
  ]
  return lines.join(' \\\n')
}

function curlBody(body: CodedCall['body']): readonly string[] {
  if (body === null) return []
  if (typeof body === 'string') return [`  --data-binary ${quoted(body)}`]
  if (body instanceof File) return [`  --data-binary ${quoted(`@${body.name}`)}`]
  return body.map(([name, value]) =>
    typeof value === 'string'
      ? `  --form-string ${quoted(`${name}=${value}`)}`
      : `  -F ${quoted(`${name}=@"${value.name}"`)}`,
  )
}

function javascript({ address, call }: Snippet, headers: Headers): string {
  const { body } = call
  return [
    ...(isForm(body) ? javascriptForm(body) : []),
    `const response = await fetch(${JSON.stringify(address)}, {`,
    `  method: '${call.verb}',`,
    '  headers: {',
    ...headers.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
    '  },',
    ...(body === null ? [] : [`  body: ${javascriptBody(body)},`]),
    '})',
    'if (!response.ok) throw new Error((await response.json()).error.message)',
    'console.log(await response.json())',
  ].join('\n')
}

/** The program has its files in variables named after their parts. */
function javascriptForm(parts: readonly SentPart[]): readonly string[] {
  return [
    'const form = new FormData()',
    ...parts.map(([name, value]) =>
      typeof value === 'string'
        ? `form.append(${JSON.stringify(name)}, ${JSON.stringify(value)})`
        : `form.append(${JSON.stringify(name)}, file, ${JSON.stringify(value.name)})`,
    ),
    '',
  ]
}

function isForm(body: CodedCall['body']): body is readonly SentPart[] {
  return Array.isArray(body)
}

function javascriptBody(body: NonNullable<CodedCall['body']>): string {
  if (isForm(body)) return 'form'
  if (typeof body !== 'string') return 'file'
  const value = parsed(body)
  if (value === undefined) return JSON.stringify(body)
  return `JSON.stringify(${JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')})`
}

function python({ address, call }: Snippet, headers: Headers): string {
  return [
    'import requests',
    '',
    `response = requests.${call.verb.toLowerCase()}(`,
    `    ${JSON.stringify(address)},`,
    '    headers={',
    ...headers.map(([name, text]) => `        ${JSON.stringify(name)}: ${JSON.stringify(text)},`),
    '    },',
    ...pythonBody(call.body),
    ')',
    'response.raise_for_status()',
    'print(response.json())',
  ].join('\n')
}

function pythonBody(body: CodedCall['body']): readonly string[] {
  if (body === null) return []
  if (isForm(body)) {
    // Even with text parts only, this makes the form multipart.
    const part = (value: string | File) =>
      typeof value === 'string' ? `(None, ${JSON.stringify(value)})` : opened(value)
    return [
      '    files=[',
      ...body.map(([name, value]) => `        (${JSON.stringify(name)}, ${part(value)}),`),
      '    ],',
    ]
  }
  if (typeof body !== 'string') return [`    data=${opened(body)},`]
  const value = parsed(body)
  return [value === undefined ? `    data=${JSON.stringify(body)},` : `    json=${pythonValue(value, '    ')},`]
}

const opened = ({ name }: File) => `open(${JSON.stringify(name)}, 'rb')`

/** `undefined` for invalid JSON, and for numbers that the languages of the snippets would round. */
function parsed(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body)
    return JSON.stringify(value) === stringifyExact(parseExact(body)) ? value : undefined
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
