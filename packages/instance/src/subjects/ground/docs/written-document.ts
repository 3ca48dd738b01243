import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { FileContent } from '../../../request/file-content.ts'
import { text } from '../../../request/params.ts'
import type { OpenApiDocument } from './document.ts'

/** Cached per document, which is shared by all callers with the same access. */
const tags = new WeakMap<OpenApiDocument, string>()

/** Returns a document as JSON or YAML, or 304 if the client already has it (docs/wire/api-docs.md). */
export async function writtenDocument(
  document: OpenApiDocument,
  request: Pick<ApiRequest, 'params' | 'headers'>,
  name: string,
): Promise<ApiResponse> {
  const yaml = wantsYaml(request)
  const etag = `W/"${tagOf(document)}${yaml ? '-yaml' : ''}"`
  const headers = { etag, 'cache-control': 'private, no-cache' }
  if (isKnown(request.headers['if-none-match'], etag)) return { status: 304, body: undefined, headers }
  if (!yaml) return { status: 200, body: document, headers }
  const { dump } = await import('js-yaml')
  const written = Buffer.from(dump(document, { noRefs: true, lineWidth: -1 }))
  const file = text(request.params, 'file')
  const body = new FileContent({
    name: file !== undefined && /\.ya?ml$/i.test(file) ? file : `${name}.yaml`,
    contentType: 'application/yaml; charset=utf-8',
    disposition: file === undefined ? 'inline' : 'attachment',
    size: written.length,
    modified: null,
    read: ({ start, end } = { start: 0, end: written.length - 1 }) => Readable.from([written.subarray(start, end + 1)]),
    close: () => {},
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

function tagOf(document: OpenApiDocument): string {
  const known = tags.get(document)
  if (known !== undefined) return known
  const tag = createHash('sha256').update(JSON.stringify(document)).digest('base64url').slice(0, 27)
  tags.set(document, tag)
  return tag
}

function isKnown(sent: string | undefined, etag: string): boolean {
  return sent?.split(',').some((each) => each.trim() === etag || each.trim() === '*') ?? false
}
