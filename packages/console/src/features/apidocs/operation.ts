import { type ApiDocument, isObject, type Json, type OperationEntry, resolved, trimmedText } from './api-document.ts'
import { flattened } from './schema.ts'

/** The full description of an operation. */
export interface ApiOperation extends Pick<OperationEntry, 'id' | 'verb' | 'path' | 'summary' | 'deprecated'> {
  readonly description: string
  readonly parameters: readonly ApiParameter[]
  readonly body: ApiBody | null
  readonly answers: readonly ApiAnswer[]
}

export interface ApiParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description: string
  readonly schema: Json
}

export interface ApiBody {
  readonly required: boolean
  readonly description: string
  readonly contents: readonly ApiContent[]
}

interface ApiAnswer {
  /** `200`, `4XX` or `default`. */
  readonly status: string
  readonly description: string
  readonly contents: readonly ApiContent[]
}

export interface ApiContent {
  /** Such as `application/json`. */
  readonly type: string
  readonly schema: Json
  /** `undefined` if there is none. */
  readonly example: unknown
}

/** Parses an operation with everything that it references; parameters of the path come before its own. */
export function readOperation({ root }: ApiDocument, entry: OperationEntry): ApiOperation {
  const { item, operation, id, verb, path, summary, deprecated } = entry
  const parameters = new Map<string, ApiParameter>()
  for (const each of [...listOf(item.parameters), ...listOf(operation.parameters)]) {
    const parameter = readParameter(root, each)
    if (parameter !== null) parameters.set(`${parameter.in} ${parameter.name}`, parameter)
  }
  return {
    id,
    verb,
    path,
    summary,
    deprecated,
    description: trimmedText(operation.description) || trimmedText(item.description),
    parameters: [...parameters.values()].sort((one, other) => places.indexOf(one.in) - places.indexOf(other.in)),
    body: operation.requestBody === undefined ? null : readBody(root, operation.requestBody),
    answers: Object.entries(isObject(operation.responses) ? operation.responses : {}).map(([status, sent]) => {
      const answer = resolved(root, sent)
      return { status, description: trimmedText(answer.description), contents: readContents(root, answer.content) }
    }),
  }
}

const places = ['path', 'query', 'header'] as const

function readParameter(root: Json, sent: unknown): ApiParameter | null {
  const parameter = resolved(root, sent)
  const name = trimmedText(parameter.name)
  const place = places.find((each) => each === parameter.in)
  if (name === '' || place === undefined) return null
  return {
    name,
    in: place,
    required: place === 'path' || parameter.required === true,
    description: trimmedText(parameter.description),
    schema: isObject(parameter.schema) ? parameter.schema : {},
  }
}

function readBody(root: Json, sent: unknown): ApiBody {
  const body = resolved(root, sent)
  return {
    required: body.required === true,
    description: trimmedText(body.description),
    contents: readContents(root, body.content),
  }
}

function readContents(root: Json, sent: unknown): readonly ApiContent[] {
  if (!isObject(sent)) return []
  return Object.entries(sent).flatMap(([type, value]) => {
    if (!isObject(value)) return []
    const [first] = Object.values(isObject(value.examples) ? value.examples : {})
    const example = value.example ?? resolved(root, first).value
    return [{ type, schema: isObject(value.schema) ? value.schema : {}, example }]
  })
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** One part of a form, filled in as text or as files. */
export interface FormPart extends Pick<ApiParameter, 'name' | 'required' | 'description' | 'schema'> {
  /** `many`: the part may be repeated; `null`: it is text. */
  readonly file: 'one' | 'many' | null
}

/** The input for a part. */
export type PartValue = string | readonly File[]

/** The parts as sent. */
export type SentPart = readonly [name: string, value: string | File]

export function isMultipart(type: string): boolean {
  return /^multipart\/form-data\b/i.test(type)
}

export function isUrlEncoded(type: string): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(type)
}

/** Returns the parts of a form body; `null` if the body is not a form, or the document does not describe its parts. */
export function partsOf(root: Json, content: ApiContent | undefined): readonly FormPart[] | null {
  if (content === undefined || !(isMultipart(content.type) || isUrlEncoded(content.type))) return null
  const { properties, required } = flattened(root, content.schema)
  const entries = Object.entries(isObject(properties) ? properties : {})
  // Servers that accept uploads without describing the parts expect files under this name.
  if (entries.length === 0) return isMultipart(content.type) ? [{ ...unnamed, name: 'files' }] : null
  const needed: readonly unknown[] = Array.isArray(required) ? required : []
  return entries.map(([name, sent]) => {
    const schema = flattened(root, sent)
    const file = isMultipart(content.type) ? fileIn(root, schema) : null
    return { name, required: needed.includes(name), description: trimmedText(schema.description), schema, file }
  })
}

const unnamed = { required: false, description: '', schema: {}, file: 'many' } as const

function fileIn(root: Json, schema: Json): FormPart['file'] {
  if (schema.items !== undefined) return isBinary(flattened(root, schema.items)) ? 'many' : null
  return isBinary(schema) ? 'one' : null
}

/** OpenAPI 3.1 expresses it by a content type, older versions by a format, and some documents by an empty schema. */
function isBinary({ type, format, contentMediaType, contentEncoding, ...rest }: Json): boolean {
  if (format === 'binary' || type === 'file') return true
  if (typeof contentMediaType === 'string')
    return contentEncoding === undefined && !/^text\/|json/i.test(contentMediaType)
  return type === undefined && Object.keys(rest).every((key) => key === 'description')
}

/** Returns the names of required parts that are empty. */
export function missingParts(parts: readonly FormPart[], values: Readonly<Record<string, PartValue>>) {
  return parts.filter(({ name, required }) => required && isNothing(values[name])).map(({ name }) => name)
}

/** Returns the input in document order; empty parts are omitted. */
export function sentParts(
  parts: readonly FormPart[],
  values: Readonly<Record<string, PartValue>>,
): readonly SentPart[] {
  return parts.flatMap(({ name }): readonly SentPart[] => {
    const value = values[name]
    if (value === undefined || isNothing(value)) return []
    return typeof value === 'string' ? [[name, value]] : value.map((file) => [name, file] as const)
  })
}

function isNothing(value: PartValue | undefined): boolean {
  return value === undefined || value.length === 0
}
