import { createHash } from 'node:crypto'
import { readBytes } from './s3-body.ts'
import type { S3Client } from './s3-client.ts'
import { S3Refusal } from './s3-refusal.ts'
import { encodeKey } from './s3-settings.ts'
import { refuseError, upload } from './s3-upload.ts'
import { escaped, readXml, rowsIn, textIn } from './s3-xml.ts'

/** Keys that one request removes, and requests that are under way at once. */
const keysAtOnce = 1000
const copiesAtOnce = 8
/** Bytes that the store copies itself. */
const longestCopy = 5 * 2 ** 30

/** Removes objects; those that are not there are fine. */
export async function removeKeys(client: S3Client, keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += keysAtOnce) {
    const objects = keys.slice(at, at + keysAtOnce).map((key) => `<Object><Key>${escaped(key)}</Key></Object>`)
    const body = Buffer.from(`<Delete><Quiet>true</Quiet>${objects.join('')}</Delete>`)
    const headers = {
      'content-md5': createHash('md5').update(body).digest('base64'),
      'content-type': 'application/xml',
    }
    const answer = await client.read({ method: 'POST', query: { delete: '' }, headers, body })
    refuseError(answer)
    const [failed] = rowsIn(readXml(answer).content, 'Error')
    if (failed !== undefined) throw new S3Refusal(textIn(failed, 'Code') === 'AccessDenied' ? 403 : 500, answer, {})
  }
}

/** Copies objects to where `target` says. */
export async function copyKeys(
  client: S3Client,
  objects: readonly { readonly key: string; readonly size: number }[],
  target: (key: string) => string,
): Promise<void> {
  for (let at = 0; at < objects.length; at += copiesAtOnce) {
    await Promise.all(
      objects.slice(at, at + copiesAtOnce).map(({ key, size }) => copyObject(client, key, target(key), size)),
    )
  }
}

async function copyObject(client: S3Client, from: string, to: string, size: number): Promise<void> {
  if (size > longestCopy) {
    const answer = await client.send({ method: 'GET', key: from })
    await upload(client, { key: to, keepExisting: false }, readBytes(answer, client.settings.where))
    return
  }
  const headers = { 'x-amz-copy-source': encodeKey(`/${client.settings.bucket}/${from}`) }
  refuseError(await client.read({ method: 'PUT', key: to, headers }))
}
