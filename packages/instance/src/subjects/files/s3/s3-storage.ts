import type { IncomingMessage } from 'node:http'
import type { FileStorage } from '../../../gateway/ports/file-storage.ts'
import { readBytes } from '../answer-body.ts'
import { findFolder } from '../objects/object-list.ts'
import { createObjectStorage } from '../objects/object-storage.ts'
import type { ObjectStore } from '../objects/object-store.ts'
import { S3Client } from './s3-client.ts'
import { pages } from './s3-list.ts'
import { copyKeys, removeKeys } from './s3-many.ts'
import { S3Refusal, s3Problem } from './s3-refusal.ts'
import type { S3Settings } from './s3-settings.ts'
import { upload } from './s3-upload.ts'

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

    pages: (asked) => pages(client, asked),

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
