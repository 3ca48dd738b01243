import { isObject, type Json, textOf } from './api-document.ts'
import type { ApiContent, ApiParameter } from './operation.ts'
import { flattened } from './schema.ts'

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
    return { name, required: needed.includes(name), description: textOf(schema.description), schema, file }
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
