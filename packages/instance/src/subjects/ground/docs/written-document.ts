import { createHash } from 'node:crypto'
import { isRecord } from '@millwright/contract/wire/is-record'
import { Yielder } from '../../../platform/yielder.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { fileOf } from '../../../request/file-content.ts'
import { text } from '../../../request/params.ts'
import { responseFormat } from '../../../request/response-format.ts'
import type { OpenApiDocument } from './document.ts'

/** Paths or endpoints of a document that is worth writing piece by piece. */
const many = 400

/**
 * Returns a document as JSON or YAML, or 304 if the client already has it (docs/wire/api-docs.md). Other requests are answered while a
 * document of many tables is written.
 */
export async function writtenDocument(
  document: OpenApiDocument,
  request: Pick<ApiRequest, 'params' | 'resource' | 'headers'>,
  name: string,
): Promise<ApiResponse> {
  const yaml = wantsYaml(request)
  const json = await jsonOf(document)
  const etag = `W/"${json.tag}${yaml ? '-yaml' : ''}"`
  const headers = { etag, 'cache-control': 'private, no-cache' }
  if (isKnown(request.headers['if-none-match'], etag)) return { status: 304, body: undefined, headers }
  const file = text(request.params, 'file')
  if (yaml) {
    const { dump } = await import('js-yaml')
    const content = Buffer.concat(await inTurns(yamlPieces(document, dump, levels)))
    const ownName = file !== undefined && /\.ya?ml$/i.test(file) ? file : `${name}.yaml`
    const body = fileOf(content, {
      name: ownName,
      contentType: 'application/yaml; charset=utf-8',
      isText: true,
      disposition: file === undefined ? 'inline' : 'attachment',
    })
    return { status: 200, body, headers }
  }
  const responseOptions = responseFormat(request)
  if (json.content === null || responseOptions.format !== 'json') return { status: 200, body: document, headers }
  const body = fileOf(json.content, {
    name: responseOptions.file ?? `${name}.json`,
    contentType: 'application/json; charset=utf-8',
    isText: true,
    ...(responseOptions.file !== null && { disposition: 'attachment' }),
  })
  return { status: 200, body, headers }
}

/** Whether a document is requested as YAML. */
export function wantsYaml({ params, headers }: Pick<ApiRequest, 'params' | 'headers'>): boolean {
  const format = text(params, 'format')?.trim().toLowerCase()
  if (format === 'json') return false
  const file = text(params, 'file') ?? ''
  return format === 'yaml' || /\.ya?ml$/i.test(file) || /\byaml\b/i.test(text(params, 'accept') ?? headers.accept ?? '')
}

interface Json {
  readonly tag: string
  /** `null`: it is small enough to be written at once. */
  readonly content: Buffer | null
}

/** Cached per document, which is shared by all callers with the same access. */
const known = new WeakMap<OpenApiDocument, Promise<Json>>()

function jsonOf(document: OpenApiDocument): Promise<Json> {
  const found = known.get(document) ?? writtenJson(document)
  known.set(document, found)
  return found
}

async function writtenJson(document: OpenApiDocument): Promise<Json> {
  const hash = createHash('sha256')
  const pieces = isLarge(document) ? await inTurns(jsonPieces(document, levels), (piece) => hash.update(piece)) : null
  if (pieces === null) hash.update(JSON.stringify(document))
  return { tag: hash.digest('base64url').slice(0, 27), content: pieces === null ? null : Buffer.concat(pieces) }
}

function isLarge({ paths, endpoints }: OpenApiDocument): boolean {
  const counts = [Object.keys(isRecord(paths) ? paths : {}), Array.isArray(endpoints) ? endpoints : []]
  return counts.some(({ length }) => length > many)
}

async function inTurns(pieces: Iterable<string>, each?: (piece: Buffer) => void): Promise<Buffer[]> {
  const yielder = new Yielder()
  const chunks: Buffer[] = []
  let pending = ''
  const add = () => {
    const bytes = Buffer.from(pending)
    each?.(bytes)
    chunks.push(bytes)
    pending = ''
  }
  for (const piece of pieces) {
    pending += piece
    if (pending.length > leastPiece) add()
    await yielder.step()
  }
  add()
  return chunks
}

/** The document, its paths, endpoints and kinds of components, and each component. */
const levels = 3

/** Characters of a piece, as thousands of small ones take longer to join. */
const leastPiece = 65_536

/** Yields what `JSON.stringify` returns. */
function* jsonPieces(value: unknown, depth: number): Generator<string> {
  if (depth > 0 && Array.isArray(value)) {
    yield '['
    for (const [at, member] of value.entries()) {
      if (at > 0) yield ','
      yield* jsonPieces(member, depth - 1)
    }
    yield ']'
    return
  }
  if (depth === 0 || !isRecord(value)) {
    yield JSON.stringify(value) ?? 'null'
    return
  }
  let separator = '{'
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue
    yield `${separator}${JSON.stringify(name)}:`
    yield* jsonPieces(member, depth - 1)
    separator = ','
  }
  yield separator === '{' ? '{}' : '}'
}

type Dump = (value: unknown, options: object) => string

/** Yields what `dump` returns for the whole value. */
export function* yamlPieces(value: unknown, dump: Dump, depth: number, indent = ''): Generator<string> {
  const dumped = (part: unknown) => dump(part, { noRefs: true, lineWidth: -1 }).replace(/^(?=.)/gm, indent)
  if (Array.isArray(value) && value.length > 0) {
    for (const item of value) yield dumped([item])
    return
  }
  if (!isRecord(value) || Object.keys(value).length === 0) {
    yield dumped(value)
    return
  }
  for (const [name, member] of Object.entries(value)) {
    const [, key] = /^(.*:) 0\n$/.exec(dumped({ [name]: 0 })) ?? []
    const isNested = depth > 1 && (Array.isArray(member) || isRecord(member)) && Object.keys(member).length > 0
    if (isNested && key !== undefined) {
      yield `${key}\n`
      yield* yamlPieces(member, dump, depth - 1, `${indent}  `)
    } else yield dumped({ [name]: member })
  }
}

function isKnown(sent: string | undefined, etag: string): boolean {
  return sent?.split(',').some((each) => each.trim() === etag || each.trim() === '*') ?? false
}
