import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { isRecord } from '@millwright/contract/wire/is-record'
import { Yielder } from '../../../platform/yielder.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { FileContent } from '../../../request/file-content.ts'
import type { OpenApiDocument } from './document.ts'
import { wantsYaml, writtenDocument } from './written-document.ts'

/** Paths or endpoints of a document that is worth writing piece by piece. */
const many = 400

interface Written {
  readonly etag: string
  readonly text: Buffer
}

/** Cached per document, which is shared by all callers with the same access. */
const known = new WeakMap<OpenApiDocument, Promise<Written>>()

/** Like `writtenDocument`, but other requests are answered while a document of many tables is written as JSON. */
export async function writtenInPieces(
  document: OpenApiDocument,
  request: Pick<ApiRequest, 'params' | 'headers'>,
  name: string,
): Promise<ApiResponse> {
  if (!isLarge(document) || wantsYaml(request)) return writtenDocument(document, request, name)
  const writing = known.get(document) ?? write(document)
  known.set(document, writing)
  const { etag, text } = await writing
  const headers = { etag }
  if (request.headers['if-none-match']?.includes(etag)) return { status: 304, body: undefined, headers }
  const body = new FileContent({
    name: `${name}.json`,
    contentType: 'application/json; charset=utf-8',
    disposition: request.params.file === undefined ? null : 'attachment',
    size: text.length,
    modified: null,
    read: ({ start, end } = { start: 0, end: text.length - 1 }) => Readable.from([text.subarray(start, end + 1)]),
    close: () => undefined,
  })
  return { status: 200, body, headers }
}

function isLarge({ paths, endpoints }: OpenApiDocument): boolean {
  return (
    Object.keys(isRecord(paths) ? paths : {}).length > many || (Array.isArray(endpoints) && endpoints.length > many)
  )
}

async function write(document: OpenApiDocument): Promise<Written> {
  const yielder = new Yielder()
  const hash = createHash('sha256')
  const pieces: Buffer[] = []
  for (const piece of piecesOf(document, levels)) {
    const bytes = Buffer.from(piece)
    hash.update(bytes)
    pieces.push(bytes)
    await yielder.step()
  }
  return { etag: `W/"${hash.digest('base64url').slice(0, 27)}"`, text: Buffer.concat(pieces) }
}

/** The document, its paths, endpoints and kinds of components, and each component. */
const levels = 3

function* piecesOf(value: unknown, depth: number): Generator<string> {
  if (depth > 0 && Array.isArray(value)) {
    yield '['
    for (const [at, member] of value.entries()) {
      if (at > 0) yield ','
      yield* piecesOf(member, depth - 1)
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
    yield* piecesOf(member, depth - 1)
    separator = ','
  }
  yield separator === '{' ? '{}' : '}'
}
