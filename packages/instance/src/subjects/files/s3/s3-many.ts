import { createHash } from 'node:crypto'
import { readBytes } from '../answer-body.ts'
import { encodeKey } from '../objects/encode-key.ts'
import { inGroups, type SizedKey } from '../objects/object-store.ts'
import { escaped, readXml, rowsIn, textIn } from '../objects/store-xml.ts'
import type { S3Client } from './s3-client.ts'
import { S3Refusal } from './s3-refusal.ts'
import { throwIfErrorBody, upload } from './s3-upload.ts'

/** Maximum number of keys in a multi-object delete. */
const keysAtOnce = 1000
/** Maximum bytes of an object that the store copies itself. */
const longestCopy = 5 * 2 ** 30

/** Removes objects. Missing ones are ignored. */
export async function removeKeys(client: S3Client, keys: readonly string[]): Promise<void> {
  // XML parsers may trim spaces at the ends of a key and then report that nothing exists to remove.
  const [plain, spaced] = [keys.filter((key) => key.trim() === key), keys.filter((key) => key.trim() !== key)]
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
export async function copyKeys(
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
