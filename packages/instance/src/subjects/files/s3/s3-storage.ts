import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { type FileStorage, nameOf, parentOf, pathNames, type StoredEntry } from '../../../gateway/ports/file-storage.ts'
import { KeyedMutex } from '../../../platform/semaphore.ts'
import type { ByteRange } from '../../../request/file-content.ts'
import { readBytes } from '../answer-body.ts'
import { refusals } from '../unavailable.ts'
import { S3Client } from './s3-client.ts'
import { findFolder, keysBelow, listFolder } from './s3-list.ts'
import { copyKeys, removeKeys } from './s3-many.ts'
import { S3Refusal, s3Problem } from './s3-refusal.ts'
import type { S3Settings } from './s3-settings.ts'
import { putObject, upload } from './s3-upload.ts'

/**
 * Files in a bucket. Folders are what keys have before a slash; one that was made, or that became empty, is an object whose key
 * ends in a slash.
 */
export function createS3Storage(settings: S3Settings): FileStorage {
  const client = new S3Client(settings)
  // Some stores overlook the condition that nothing may be there yet.
  const changes = new KeyedMutex()

  async function at<T>(path: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw problemOf(error, path)
    }
  }

  const problemOf = (error: unknown, path: string) =>
    error instanceof S3Refusal ? s3Problem(error, settings, path) : error

  async function headOf(key: string) {
    const head = () => client.head({ method: 'HEAD', key })
    try {
      // A refusal of this comes without a word; that of a list has one, such as where the bucket is instead.
      const headers = await head().catch(async (error: unknown) => {
        if (!(error instanceof S3Refusal) || error.status === 404) throw error
        await findFolder(client, `${key}/`)
        return head()
      })
      const modified = Date.parse(headers['last-modified'] ?? '') || 0
      return { size: Number(headers['content-length']) || 0, modified, etag: headers.etag }
    } catch (error) {
      if (error instanceof S3Refusal && error.status === 404) return null
      throw error
    }
  }

  async function entryAt(path: string): Promise<StoredEntry | null> {
    if (pathNames(path) === null) return null
    const name = nameOf(path)
    const [file, folder] = await Promise.all([headOf(path), findFolder(client, `${path}/`)])
    if (file !== null) return { name, type: 'file', size: file.size, modified: file.modified }
    return folder === null ? null : { name, type: 'folder', size: 0, modified: folder.modified }
  }

  /** What there is already, after a look at the way to it: nothing can be in a file. */
  async function newPlace(given: string): Promise<{ path: string; entry: StoredEntry | null }> {
    const names = pathNames(given)
    if (names === null || names.length === 0) throw refusals.noName(given)
    const path = names.join('/')
    const above = names.slice(1).map((_, index) => names.slice(0, index + 1).join('/'))
    const [entry, ...files] = await Promise.all([entryAt(path), ...above.map(headOf)])
    const file = files.findIndex((each) => each !== null)
    if (file >= 0) throw refusals.notFolder(above[file] ?? '')
    return { path, entry }
  }

  /** The folder of what was removed is there even when that was its last. */
  async function keepFolder(folder: string): Promise<void> {
    if (folder === '' || (await findFolder(client, `${folder}/`)) !== null) return
    await putObject(client, { key: `${folder}/`, keepExisting: false }, new Uint8Array())
  }

  async function* read(key: string, etag: string | undefined, range: ByteRange | null): AsyncGenerator<Buffer> {
    const headers = {
      ...(range === null ? {} : { range: `bytes=${range.start}-${range.end}` }),
      ...(etag === undefined ? {} : { 'if-match': etag }),
    }
    const answer = await at(key, () => readAsked(client, key, headers))
    yield* readBytes(answer, settings.where)
  }

  return {
    find: (path) =>
      at(path, async () => {
        if (path !== '') return entryAt(path)
        await findFolder(client, '')
        return { name: '', type: 'folder', size: 0, modified: null }
      }),

    list: (path) =>
      at(path, async () => {
        if (path === '') return (await listFolder(client, '')) ?? []
        return pathNames(path) === null ? null : listFolder(client, `${path}/`)
      }),

    open: (path) =>
      at(path, async () => {
        const names = pathNames(path)
        if (names === null || names.length === 0) return null
        const key = names.join('/')
        const found = await headOf(key)
        if (found === null) return null
        const { size, modified, etag } = found
        return {
          size,
          modified,
          content: (range) =>
            size === 0 ? Readable.from([]) : Readable.from(read(key, etag, range ?? null), { objectMode: false }),
          close: async () => undefined,
        }
      }),

    write: (given, content, { keepExisting } = { keepExisting: false }) =>
      at(given, async () => {
        const write = async () => {
          const { path, entry } = await newPlace(given)
          if (entry?.type === 'folder') throw refusals.folderThere(path)
          if (entry !== null && keepExisting) throw refusals.exists(path)
          await unlessThere(path, () => upload(client, { key: path, keepExisting }, content))
        }
        return keepExisting ? changes.run(given, write) : write()
      }),

    makeFolder: (given) =>
      at(given, async () => {
        const { path, entry } = await newPlace(given)
        if (entry !== null) throw refusals.exists(path)
        await unlessThere(path, () => putObject(client, { key: `${path}/`, keepExisting: true }, new Uint8Array()))
      }),

    removeFile: (path) =>
      at(path, async () => {
        if (pathNames(path) === null || path === '' || (await headOf(path)) === null) return false
        await client.head({ method: 'DELETE', key: path })
        await keepFolder(parentOf(path))
        return true
      }),

    removeFolder: (path) =>
      at(path, async () => {
        if (pathNames(path) === null || path === '') return
        const keys = await keysBelow(client, `${path}/`)
        await removeKeys(
          client,
          keys.map(({ key }) => key),
        )
        if (keys.length > 0) await keepFolder(parentOf(path))
      }),

    move: (from, to) =>
      at(from, async () => {
        const source = await entryAt(from)
        if (source === null) throw refusals.missing(from)
        const { path, entry } = await newPlace(to)
        if (entry !== null) throw refusals.exists(to)
        const objects =
          source.type === 'file' ? [{ key: from, size: source.size }] : await keysBelow(client, `${from}/`)
        const keys = objects.map(({ key }) => key)
        const target = (key: string) => path + key.slice(from.length)
        try {
          await copyKeys(client, objects, target)
        } catch (error) {
          await removeKeys(client, keys.map(target)).catch(() => undefined)
          throw error
        }
        await removeKeys(client, keys)
        await keepFolder(parentOf(from))
      }),

    close: async () => client.close(),
  }
}

/** Some stores overlook the condition that it is still the same file. */
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

/** What was put there since it was looked at stays. */
async function unlessThere(path: string, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (error instanceof S3Refusal && (error.status === 412 || error.status === 409)) throw refusals.exists(path)
    throw error
  }
}
