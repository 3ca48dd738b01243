import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { readBytes } from '@millwright/connector/files/answer-body'
import type { FileStorage } from '@millwright/connector/files/file-storage'
import { createObjectStorage, findFolder } from '@millwright/connector/files/objects/object-storage'
import {
  encodeKey,
  inGroups,
  type ListOptions,
  type ObjectPage,
  type ObjectStore,
  type SizedKey,
} from '@millwright/connector/files/objects/object-store'
import { escaped, readXml, rowsIn, textIn, type XmlContent } from '@millwright/connector/files/objects/store-xml'
import { unavailable } from '@millwright/connector/files/unavailable'
import { S3Client, S3Refusal, type S3Settings, s3Problem } from './s3-client.ts'
import { throwIfErrorBody, upload } from './s3-upload.ts'

/** Files in an S3 bucket. */
export function createS3Storage(settings: S3Settings): FileStorage {
  const client = new S3Client(settings)
  const store: ObjectStore = {
    async head(key) {
      const head = () => client.head({ method: 'HEAD', key })
      try {
        // An error response to a HEAD has no body. The response to a listing has one, such as the bucket's actual region.
        const headers = await head().catch(async (error: unknown) => {
          if (!(error instanceof S3Refusal) || error.status === 404) throw error
          await findFolder(store, `${key}/`)
          return head()
        })
        const modified = Date.parse(headers['last-modified'] ?? '') || 0
        return { size: Number(headers['content-length']) || 0, modified, etag: headers.etag }
      } catch (error) {
        if (error instanceof S3Refusal && error.status === 404) return null
        throw error
      }
    },

    pages: (options) => pages(client, options),

    async *read(key, etag, range) {
      const headers = {
        ...(range === null ? {} : { range: `bytes=${range.start}-${range.end}` }),
        ...(etag === undefined ? {} : { 'if-match': etag }),
      }
      yield* readBytes(await readAsked(client, key, headers), settings.where)
    },

    put: (target, content) => upload(client, target, content),
    copy: (objects, target) => copyKeys(client, objects, target),

    async remove(keys) {
      const [only] = keys
      if (keys.length === 1 && only !== undefined) await client.head({ method: 'DELETE', key: only })
      else await removeKeys(client, keys)
    },

    isAlreadyExists: (error) => error instanceof S3Refusal && (error.status === 412 || error.status === 409),
    problemOf: (error, path) => (error instanceof S3Refusal ? s3Problem(error, settings, path) : error),
    close: () => client.close(),
  }
  return createObjectStorage(store)
}

/** Some stores ignore the condition that the file must not have changed. */
async function readAsked(
  client: S3Client,
  key: string,
  headers: Readonly<Record<string, string>>,
): Promise<IncomingMessage> {
  const answer = await client.send({ method: 'GET', key, headers })
  const { etag = headers['if-match'] } = answer.headers
  if (etag === headers['if-match']) return answer
  answer.destroy()
  throw new S3Refusal(412, '', {})
}

type Query = Readonly<Record<string, string>>

/** Yields the keys with a prefix, a thousand per page by default. Throws a 503 if the listing makes no progress. */
async function* pages(client: S3Client, { prefix, flat, most = 1000 }: ListOptions): AsyncGenerator<ObjectPage> {
  const parameters = { prefix, 'encoding-type': 'url', 'max-keys': String(most), ...(flat ? {} : { delimiter: '/' }) }
  let from: Query | null = { 'list-type': '2' }
  do {
    const { name, content } = readXml(await client.read({ method: 'GET', query: { ...parameters, ...from } }))
    if (name !== 'ListBucketResult') throw unavailable(client.settings.where, 'what it answered is no list.')
    const page = readPage(content)
    yield page
    const next = textIn(content, 'IsTruncated') === 'true' ? nextPage(content, page) : null
    if (next !== null && isDeepStrictEqual(next, from))
      throw unavailable(client.settings.where, 'its listing does not end.')
    from = next
  } while (from !== null)
}

/** Stores that only support version 1 listings return one whatever was requested. */
function nextPage(content: XmlContent, { objects, folders }: ObjectPage): Query {
  const token = textIn(content, 'NextContinuationToken')
  if (token !== '') return { 'list-type': '2', 'continuation-token': token }
  const last = [objects.at(-1)?.key ?? '', folders.at(-1) ?? ''].sort(byBytes).at(-1) ?? ''
  return { marker: namesOf(content)(textIn(content, 'NextMarker')) || last }
}

function readPage(content: XmlContent): ObjectPage {
  const name = namesOf(content)
  return {
    objects: rowsIn(content, 'Contents').map((row) => ({
      key: name(textIn(row, 'Key')),
      size: Number(textIn(row, 'Size')) || 0,
      modified: Date.parse(textIn(row, 'LastModified')) || 0,
    })),
    folders: rowsIn(content, 'CommonPrefixes').map((row) => name(textIn(row, 'Prefix'))),
  }
}

/** Some stores ignore the requested encoding. Those that apply it say so in the response. */
const namesOf = (content: XmlContent) => (textIn(content, 'EncodingType') === 'url' ? decoded : (text: string) => text)

const byBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))

/** Stores encode a space as a plus or a percent code, and a plus always as a percent code. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** Maximum number of keys in a multi-object delete. */
const keysAtOnce = 1000
/** Maximum bytes of an object that the store copies itself. */
const longestCopy = 5 * 2 ** 30

/** Removes objects. Missing ones are ignored. */
async function removeKeys(client: S3Client, keys: readonly string[]): Promise<void> {
  // XML parsers may trim spaces at the ends of a key and then report that nothing exists to remove.
  const plain = keys.filter((key) => key.trim() === key)
  const spaced = keys.filter((key) => key.trim() !== key)
  for (let at = 0; at < plain.length; at += keysAtOnce) {
    const some = plain.slice(at, at + keysAtOnce)
    await removeTogether(client, some).catch((error: unknown) => {
      if (isUnable(error)) return removeEach(client, some)
      throw error
    })
  }
  await removeEach(client, spaced)
}

async function removeTogether(client: S3Client, keys: readonly string[]): Promise<void> {
  const objects = keys.map((key) => `<Object><Key>${escaped(key)}</Key></Object>`)
  const body = Buffer.from(`<Delete><Quiet>true</Quiet>${objects.join('')}</Delete>`)
  const headers = {
    'content-md5': createHash('md5').update(body).digest('base64'),
    'content-type': 'application/xml',
  }
  const answer = await client.read({ method: 'POST', query: { delete: '' }, headers, body })
  throwIfErrorBody(answer)
  const [failed] = rowsIn(readXml(answer).content, 'Error')
  if (failed !== undefined) throw new S3Refusal(textIn(failed, 'Code') === 'AccessDenied' ? 403 : 500, answer, {})
}

const removeEach = (client: S3Client, keys: readonly string[]) =>
  inGroups(keys, (key) => client.head({ method: 'DELETE', key }))

/** Whether a store rejected an operation that can be done in another way. */
const isUnable = (error: unknown) => error instanceof S3Refusal && [400, 404, 405, 501].includes(error.status)

/** Copies objects to the keys that `target` returns. */
async function copyKeys(
  client: S3Client,
  objects: readonly SizedKey[],
  target: (key: string) => string,
): Promise<void> {
  await inGroups(objects, ({ key, size }) => copyObject(client, key, target(key), size))
}

async function copyObject(client: S3Client, from: string, to: string, size: number): Promise<void> {
  if (size > longestCopy) return carryObject(client, from, to)
  const headers = { 'x-amz-copy-source': encodeKey(`/${client.settings.bucket}/${from}`) }
  try {
    throwIfErrorBody(await client.read({ method: 'PUT', key: to, headers }))
  } catch (error) {
    // Stores that decode the source key differently do not find it.
    if (!isUnable(error)) throw error
    await carryObject(client, from, to)
  }
}

async function carryObject(client: S3Client, from: string, to: string): Promise<void> {
  const answer = await client.send({ method: 'GET', key: from })
  await upload(client, { key: to, keepExisting: false }, readBytes(answer, client.settings.where))
}
