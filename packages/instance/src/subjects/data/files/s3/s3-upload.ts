import { contentType } from '@millwright/connector/files/content-type'
import { type FileBytes, nameOf } from '@millwright/connector/files/file-storage'
import { inParts, type PutTarget, partSize } from '@millwright/connector/files/objects/object-store'
import { escaped, readXml, textIn } from '@millwright/connector/files/objects/store-xml'
import { type S3Client, S3Refusal } from './s3-client.ts'

/** Uploads a short file in one request, a longer one in parts. It is visible only when complete. */
export async function upload(client: S3Client, target: PutTarget, content: FileBytes): Promise<void> {
  const parts = inParts(content)
  const first = await parts.next()
  const bytes = first.done ? new Uint8Array() : first.value
  if (bytes.length < partSize) await putObject(client, target, bytes)
  else await putParts(client, target, bytes, parts)
}

export async function putObject(client: S3Client, { key, keepExisting }: PutTarget, body: Uint8Array): Promise<void> {
  const headers = { 'content-type': typeOf(key) }
  await tryConditionally(keepExisting, (condition) =>
    client.head({ method: 'PUT', key, headers: { ...headers, ...condition }, body }),
  )
}

async function putParts(
  client: S3Client,
  { key, keepExisting }: PutTarget,
  first: Uint8Array,
  rest: AsyncGenerator<Uint8Array>,
): Promise<void> {
  const headers = { 'content-type': typeOf(key) }
  const begun = readXml(await client.read({ method: 'POST', key, query: { uploads: '' }, headers }))
  const uploadId = textIn(begun.content, 'UploadId')
  const tags: string[] = []
  const put = async (partNumber: number, body: Uint8Array) => {
    const query = { partNumber: String(partNumber), uploadId }
    const { etag } = await client.head({ method: 'PUT', key, query, body })
    tags[partNumber - 1] = etag ?? ''
  }
  try {
    let sending = put(1, first)
    // Gathers the next part while the previous one is sent. Its error is thrown when it is awaited.
    sending.catch(() => undefined)
    let count = 1
    for await (const bytes of rest) {
      await sending
      count += 1
      sending = put(count, bytes)
      sending.catch(() => undefined)
    }
    await sending
    await tryConditionally(keepExisting, (condition) => complete(client, { key, uploadId, tags }, condition))
  } catch (error) {
    await client.head({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined)
    throw error
  }
}

async function complete(
  client: S3Client,
  { key, uploadId, tags }: { key: string; uploadId: string; tags: readonly string[] },
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const parts = tags.map(
    (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`,
  )
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
  throwIfErrorBody(await client.read({ method: 'POST', key, query: { uploadId }, headers, body }))
}

/** Throws if the body is an error: the store starts a long response before its outcome is known, so errors can have status 200. */
export function throwIfErrorBody(text: string): void {
  if (readXml(text).name === 'Error') throw new S3Refusal(500, text, {})
}

/** Stores without conditional writes respond with an error; then the earlier check must suffice. */
async function tryConditionally(
  keepExisting: boolean,
  send: (condition: Readonly<Record<string, string>>) => Promise<unknown>,
): Promise<void> {
  if (!keepExisting) return void (await send({}))
  try {
    await send({ 'if-none-match': '*' })
  } catch (error) {
    if (!(error instanceof S3Refusal) || error.status !== 501) throw error
    await send({})
  }
}

const typeOf = (key: string) => (key.endsWith('/') ? 'application/x-directory' : contentType(nameOf(key)))
