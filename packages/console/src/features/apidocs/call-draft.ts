import { type DocVerb, isObject, type Json, trimmedText } from './api-document.ts'
import { docsMessages } from './messages.ts'
import {
  type ApiBody,
  type ApiContent,
  type ApiOperation,
  type ApiParameter,
  isMultipart,
  isUrlEncoded,
  missingParts,
  type PartValue,
  partsOf,
  type SentPart,
  sentParts,
} from './operation.ts'
import { flattened } from './schema.ts'

/** The input for trying an operation. */
export interface CallDraft {
  /** Typed texts by location and name of the parameter. */
  readonly values: Readonly<Record<string, string>>
  /** Content type of the body, one of those that the operation accepts; empty if there is no body. */
  readonly contentType: string
  readonly body: string
  readonly file: File | null
  /** Parts of a form, by name. */
  readonly parts: Readonly<Record<string, PartValue>>
}

/** A call that is ready to be sent. */
export interface ReadyCall {
  readonly verb: DocVerb
  /** Relative to the API prefix, encoded. */
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  /** An array contains the parts of a multipart form. */
  readonly body: string | File | readonly SentPart[] | null
}

export const draftKey = ({ in: place, name }: Pick<ApiParameter, 'in' | 'name'>) => `${place} ${name}`

export function firstDraft(root: Json, { verb, body }: ApiOperation): CallDraft {
  const content = body?.contents.find(({ type }) => isJson(type)) ?? body?.contents[0]
  const text = content ? bodyExample(root, content, verb) : ''
  return { values: {}, contentType: content?.type ?? '', body: text, file: null, parts: {} }
}

/**
 * Returns the initial text of the body editor. References of a new record are more likely to find one with 1 than with 0; what changes or
 * deletes begins with 0, which names no record.
 */
export function bodyExample(root: Json, { type, schema, example }: ApiContent, verb: DocVerb): string {
  if (example !== undefined) return typeof example === 'string' ? example : JSON.stringify(example, null, 2)
  return isJson(type) ? JSON.stringify(exampleOf(root, schema, verb === 'POST' ? 1 : 0), null, 2) : ''
}

export function isJson(type: string): boolean {
  return /[/+]json\b/i.test(type)
}

/** Whether a body of this type is chosen from the disk, as it cannot be typed. */
export function isFile(type: string): boolean {
  return /octet-stream|^(?:image|audio|video)\/|zip|pdf/i.test(type)
}

/** The key of a part among the problems. */
export const partKey = (name: string) => `part ${name}`

/** Returns missing or invalid values, by parameter and part; `body` for a body that is not a form. */
export function checkDraft(
  root: Json,
  { parameters, body }: ApiOperation,
  draft: CallDraft,
): Readonly<Record<string, string>> {
  const missing = parameters
    .filter((parameter) => parameter.required && (draft.values[draftKey(parameter)] ?? '').trim() === '')
    .map((parameter) => [draftKey(parameter), docsMessages.isNeeded({ name: parameter.name })] as const)
  return Object.fromEntries([...missing, ...(body === null ? [] : bodyProblems(root, body, draft))])
}

function bodyProblems(root: Json, body: ApiBody, draft: CallDraft): readonly (readonly [string, string])[] {
  const parts = partsOf(root, chosenContent(body, draft))
  if (parts !== null)
    return missingParts(parts, draft.parts).map((name) => [partKey(name), docsMessages.isNeeded({ name })])
  const wrong = bodyProblem(body.required, draft)
  return wrong === null ? [] : [['body', wrong]]
}

/** Returns the description of the chosen content type. */
export function chosenContent({ contents }: ApiBody, { contentType }: CallDraft): ApiContent | undefined {
  return contents.find(({ type }) => type === contentType)
}

function bodyProblem(required: boolean, { contentType, body, file }: CallDraft): string | null {
  if (isFile(contentType)) return required && file === null ? docsMessages.chooseAFile : null
  if (body.trim() === '') return required ? docsMessages.bodyMissing : null
  if (!isJson(contentType)) return null
  try {
    JSON.parse(body)
    return null
  } catch {
    return docsMessages.invalidJson
  }
}

/** Builds the call of an operation.
 *  @param root the document of the operation
 *  @param service the name of the service, to which the operation's path is relative */
export function callOf(root: Json, service: string, operation: ApiOperation, draft: CallDraft): ReadyCall {
  const params: Record<string, string> = {}
  const headers: Record<string, string> = {}
  let path = operation.path
  for (const parameter of operation.parameters) {
    const value = (draft.values[draftKey(parameter)] ?? '').trim()
    if (parameter.in === 'path') path = path.replaceAll(`{${parameter.name}}`, segments(value))
    else if (value !== '' && parameter.in === 'query') params[parameter.name] = value
    else if (value !== '') headers[parameter.name] = value
  }
  const sent = operation.body === null ? null : bodyOf(root, operation.body, draft)
  // For a multipart form, `fetch` sets the header with the boundary.
  if (sent !== null && !isMultipart(draft.contentType))
    headers['Content-Type'] = draft.contentType || 'application/json'
  return {
    verb: operation.verb,
    path: `${encodeURIComponent(service)}${path === '/' ? '' : path}`,
    params,
    headers,
    body: sent,
  }
}

function bodyOf(root: Json, body: ApiBody, draft: CallDraft): ReadyCall['body'] {
  const parts = partsOf(root, chosenContent(body, draft))
  if (parts === null) return isFile(draft.contentType) ? draft.file : draft.body.trim() === '' ? null : draft.body
  const sent = sentParts(parts, draft.parts)
  if (sent.length === 0) return null
  if (!isUrlEncoded(draft.contentType)) return sent
  return new URLSearchParams(sent.map(([name, value]) => [name, String(value)])).toString()
}

/** Encodes a path parameter; slashes in paths of files are kept. */
function segments(value: string): string {
  return value
    .replace(/^\/+|\/+$/g, '')
    .split('/')
    .map(encodeURIComponent)
    .join('/')
}

const deepest = 4
const maxSteps = 12

/**
 * Returns an example value for a schema: of objects the required properties or, if none is, the writable ones of plain types. `number`: the
 * example of numbers.
 */
export function exampleOf(root: Json, schema: unknown, number = 1, depth = 0): unknown {
  if (depth > maxSteps) return null
  const own = flattened(root, schema)
  if (own.example !== undefined) return own.example
  if (Array.isArray(own.examples) && own.examples.length > 0) return own.examples[0]
  if (own.const !== undefined) return own.const
  if (own.default !== undefined) return own.default
  if (Array.isArray(own.enum) && own.enum.length > 0) return own.enum[0]
  const variant = [own.anyOf, own.oneOf].flat().find((each) => isObject(each))
  if (variant !== undefined && own.type === undefined) return exampleOf(root, variant, number, depth + 1)
  const type = Array.isArray(own.type) ? own.type.find((each) => each !== 'null') : own.type
  if (type === 'array' || own.items !== undefined) {
    return depth >= deepest || own.items === undefined ? [] : [exampleOf(root, own.items, number, depth + 1)]
  }
  if (type === 'object' || isObject(own.properties)) return depth >= deepest ? {} : objectOf(root, own, number, depth)
  if (type === 'integer' || type === 'number') return typeof own.minimum === 'number' ? own.minimum : number
  if (type === 'boolean') return false
  return type === 'string' ? textExample(trimmedText(own.format)).slice(0, roomOf(own)) : null
}

function objectOf(root: Json, schema: Json, number: number, depth: number): Json {
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : []
  const members = Object.entries(isObject(schema.properties) ? schema.properties : {}).flatMap(([name, member]) => {
    const own = flattened(root, member)
    if (own.readOnly === true) return []
    const isShown = required.length > 0 ? required.includes(name) : isPlain(own)
    return isShown ? [[name, exampleOf(root, member, number, depth + 1)] as const] : []
  })
  return Object.fromEntries(members)
}

/** Arrays and objects often refer to related records, which a first call does not need. */
function isPlain({ type, items, properties, anyOf, oneOf }: Json): boolean {
  const types = Array.isArray(type) ? type : [type]
  const nested = items !== undefined || properties !== undefined || anyOf !== undefined || oneOf !== undefined
  return !nested && !types.includes('object') && !types.includes('array')
}

function roomOf({ maxLength }: Json): number {
  return typeof maxLength === 'number' ? maxLength : Number.POSITIVE_INFINITY
}

function textExample(format: string): string {
  if (format === 'date') return '2026-01-31'
  if (format === 'date-time') return '2026-01-31T12:00:00Z'
  if (format === 'time') return '12:00:00'
  if (format === 'email') return 'ada@example.com'
  return format === 'uuid' ? '00000000-0000-4000-8000-000000000000' : 'text'
}
