import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { signatureFault, standInKeys } from './stand-in-signature.ts'

interface StoredObject {
  readonly body: Buffer
  readonly modified: Date
  readonly type: string
}

interface Asked {
  readonly method: string
  readonly key: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

interface Answer {
  readonly status: number
  readonly body?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}

export interface S3StandIn {
  /** The URL for the settings of a service. */
  readonly endpoint: string
  readonly port: number
  readonly bucket: string
  readonly objects: Map<string, StoredObject>
  /** Multipart uploads that were neither completed nor aborted. */
  readonly uploads: ReadonlyMap<string, Map<number, Buffer>>
  /** Responses to return next, regardless of the request. */
  readonly refusals: Answer[]
  /** Status for copies and multi-object deletes, or `null` if they succeed. */
  unable: number | null
  /** Whether to behave like limited stores: returns unencoded names in listings, and ignores conditions of reads and writes. */
  lesser: boolean
  close(): Promise<void>
}

/**
 * An in-memory stand-in for an S3 bucket with Amazon's documented API. It verifies every signature, and its pages are short, so
 * that listings have several.
 */
export async function openS3StandIn(bucket = 'files'): Promise<S3StandIn> {
  const objects = new Map<string, StoredObject>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const refusals: Answer[] = []
  const own: Pick<S3StandIn, 'unable' | 'lesser'> = { unable: null, lesser: false }
  let uploadsBegun = 0

  function answer(asked: Asked): Answer {
    const { method, key, query, headers } = asked
    const isHard = query.has('delete') || headers['x-amz-copy-source'] !== undefined
    if (isHard && own.unable !== null) return refused('NotImplemented', own.unable)
    if (method === 'GET' && key === '') return list(query)
    if (method === 'POST' && query.has('delete')) return removeMany(asked)
    if (query.has('uploads') || query.has('uploadId')) return inParts(asked)
    if (method === 'PUT') return put(asked)
    if (method === 'DELETE') {
      objects.delete(key)
      return { status: 204 }
    }
    return read(asked)
  }

  function list(query: URLSearchParams): Answer {
    const prefix = query.get('prefix') ?? ''
    const delimiter = query.get('delimiter') ?? ''
    const after = query.get('continuation-token') ?? ''
    const groups = new Map<string, string>()
    for (const key of [...objects.keys()].filter((each) => each.startsWith(prefix)).sort(byBytes)) {
      const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length)
      const group = end < 0 ? key : key.slice(0, end + 1)
      groups.set(group, end < 0 ? contents(key) : `<CommonPrefixes><Prefix>${listed(group)}</Prefix></CommonPrefixes>`)
    }
    const rest = [...groups].filter(([group]) => byBytes(group, after) > 0)
    const page = rest.slice(0, Math.min(Number(query.get('max-keys')), 5))
    const last = page.at(-1)?.[0] ?? ''
    const more = rest.length > page.length
    return xml(
      'ListBucketResult',
      `${own.lesser ? '' : '<EncodingType>url</EncodingType>'}<IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${escaped(last)}</NextContinuationToken>` : ''}${page.map(([, element]) => element).join('')}`,
    )
  }

  function contents(key: string): string {
    const object = objects.get(key)
    const modified = object?.modified.toISOString()
    return `<Contents><Key>${listed(key)}</Key><LastModified>${modified}</LastModified><Size>${object?.body.length}</Size></Contents>`
  }

  const listed = (key: string) => (own.lesser ? escaped(key) : coded(key))

  function removeMany({ body, headers }: Asked): Answer {
    if (headers['content-md5'] !== createHash('md5').update(body).digest('base64')) return refused('InvalidDigest', 400)
    for (const [, key = ''] of body.toString('utf8').matchAll(/<Key>(.*?)<\/Key>/g)) objects.delete(unescaped(key))
    return xml('DeleteResult', '')
  }

  function put({ key, headers, body }: Asked): Answer {
    const source = headers['x-amz-copy-source']
    if (!own.lesser && headers['if-none-match'] === '*' && objects.has(key)) return refused('PreconditionFailed', 412)
    if (source === undefined) {
      store(key, body, headers['content-type'] ?? '')
      return { status: 200, headers: { etag: etagOf(body) } }
    }
    const copied = objects.get(decodeURIComponent(String(source)).slice(bucket.length + 2))
    if (copied === undefined) return refused('NoSuchKey', 404)
    store(key, copied.body, copied.type)
    return xml('CopyObjectResult', `<ETag>${etagOf(copied.body)}</ETag>`)
  }

  function inParts({ method, key, query, headers, body }: Asked): Answer {
    if (query.has('uploads')) {
      uploadsBegun += 1
      uploads.set(`upload ${uploadsBegun}`, new Map())
      return xml('InitiateMultipartUploadResult', `<UploadId>upload ${uploadsBegun}</UploadId>`)
    }
    const id = query.get('uploadId') ?? ''
    const parts = uploads.get(id)
    if (parts === undefined) return refused('NoSuchUpload', 404)
    if (method === 'PUT') {
      parts.set(Number(query.get('partNumber')), body)
      return { status: 200, headers: { etag: etagOf(body) } }
    }
    if (method === 'POST') {
      if (!own.lesser && headers['if-none-match'] === '*' && objects.has(key)) return refused('PreconditionFailed', 412)
      const named = [...body.toString('utf8').matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>(.*?)<\/ETag>/g)]
      const pieces = named.map(([, number]) => parts.get(Number(number)) ?? Buffer.alloc(0))
      if (named.some(([, , tag = ''], at) => unescaped(tag) !== etagOf(pieces[at]))) return refused('InvalidPart', 400)
      if (pieces.slice(0, -1).some(({ length }) => length < 5 * 2 ** 20)) return refused('EntityTooSmall', 400)
      store(key, Buffer.concat(pieces), '')
    }
    uploads.delete(id)
    return method === 'POST' ? xml('CompleteMultipartUploadResult', '') : { status: 204 }
  }

  function read({ method, key, headers }: Asked): Answer {
    const object = objects.get(key)
    if (object === undefined) return method === 'HEAD' ? { status: 404 } : refused('NoSuchKey', 404)
    const { body, modified, type } = object
    const etag = etagOf(body)
    const expected = own.lesser ? undefined : headers['if-match']
    if (expected !== undefined && expected !== etag) return refused('PreconditionFailed', 412)
    const common = { etag, 'last-modified': modified.toUTCString(), 'content-type': type }
    const range = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '')
    if (method === 'HEAD') return { status: 200, headers: { ...common, 'content-length': String(body.length) } }
    const part = range === null ? body : body.subarray(Number(range[1]), Number(range[2]) + 1)
    return { status: range === null ? 200 : 206, headers: common, body: part }
  }

  const store = (key: string, body: Buffer, type: string) => objects.set(key, { body, type, modified: new Date() })

  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => null)
    if (body === null) return
    const { method = '', headers, url = '' } = request
    const address = new URL(url, 'http://here.test')
    const [, named, ...path] = address.pathname.split('/')
    const key = decodeURIComponent(path.join('/'))
    const fault = signatureFault(request, body)
    if (fault !== null) send(response, refused(fault[0], fault[1], `<Region>${standInKeys.region}</Region>`), method)
    else if (named !== bucket) send(response, refused('NoSuchBucket', 404), method)
    else {
      const asked = { method, key, query: address.searchParams, headers, body }
      send(response, refusals.shift() ?? answer(asked), method)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return Object.assign(own, {
    endpoint: `http://127.0.0.1:${port}`,
    port,
    bucket,
    objects,
    uploads,
    refusals,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}

function send(response: ServerResponse, { status, headers = {}, body = '' }: Answer, method: string): void {
  response.writeHead(status, {
    ...(method === 'HEAD' ? {} : { 'content-length': Buffer.byteLength(body) }),
    ...headers,
  })
  response.end(method === 'HEAD' ? undefined : body)
}

const refused = (code: string, status: number, more = ''): Answer => ({
  ...xml('Error', `<Code>${code}</Code><Message>Refused &amp; said so</Message>${more}`),
  status,
})
const xml = (name: string, content: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="urn:s3">${content}</${name}>`,
})
const etagOf = (body: Buffer = Buffer.alloc(0)) => `"${createHash('md5').update(body).digest('hex')}"`
const byBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))
const coded = (key: string) => encodeURIComponent(key).replaceAll('%2F', '/').replaceAll('%20', '+')
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const unescaped = (text: string) => text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
