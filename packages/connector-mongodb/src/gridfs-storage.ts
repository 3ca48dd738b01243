import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Settings, textSetting } from '@millwright/connector/config-values'
import type { FileStorage } from '@millwright/connector/files/file-storage'
import { createObjectStorage } from '@millwright/connector/files/objects/object-storage'
import { inGroups, type ObjectPage, type ObjectStore } from '@millwright/connector/files/objects/object-store'
import { refusals } from '@millwright/connector/files/unavailable'
import type { Filter, GridFSBucket, GridFSFile, MongoClient } from 'mongodb'
import { driver } from './driver.ts'
import { mongodbProblem } from './mongodb-problem.ts'
import { mongodbSettings } from './mongodb-settings.ts'

/** Timeouts in milliseconds: for connecting, and for any response. */
const patience = { connect: 5_000, answer: 30_000 }
const connections = 10

class Taken extends Error {}

/**
 * Files in GridFS, through the official driver. A file's name in the bucket is its path; of several with the same name, the
 * latest counts.
 */
export function open(config: Settings): FileStorage {
  const { url, database, where } = mongodbSettings(config)
  const bucketName = textSetting(config, 'bucket_name') ?? 'fs'
  let client: MongoClient | null = null

  function bucket(): GridFSBucket {
    client ??= new driver.MongoClient(url, {
      serverSelectionTimeoutMS: patience.connect,
      connectTimeoutMS: patience.connect,
      socketTimeoutMS: patience.answer,
      maxPoolSize: connections,
      waitQueueTimeoutMS: patience.answer,
      maxIdleTimeMS: 60_000,
      appName: 'Millwright',
    })
    return new driver.GridFSBucket(client.db(database), { bucketName })
  }

  const named = (filter: Filter<GridFSFile>, limit: number) =>
    bucket()
      .find(filter, { sort: { filename: 1 }, limit, maxTimeMS: patience.answer })
      .toArray()

  /** All revisions with one name, the latest last. */
  const revisions = async (key: string): Promise<GridFSFile[]> =>
    (await named({ filename: key }, 0)).filter(isFile).sort(byAge)

  const drop = (files: readonly GridFSFile[]) => inGroups(files, ({ _id }) => bucket().delete(_id).catch(ignoreMissing))

  const store: ObjectStore = {
    async head(key) {
      const found = (await revisions(key)).at(-1)
      if (found === undefined) return null
      return { size: found.length, modified: found.uploadDate.getTime(), etag: found._id.toHexString() }
    },

    async *pages({ prefix, flat, most = 1000 }) {
      const end = prefix === '' ? {} : { $lt: after(prefix) }
      for (let from = prefix; ; ) {
        const files = await named({ filename: { $gte: from, ...end } }, most)
        yield pageOf(files, prefix, flat)
        const last = files.at(-1)?.filename
        if (files.length < most || last === undefined) return
        const slash = flat ? -1 : last.indexOf('/', prefix.length)
        // Skips the rest of a folder's content, as one entry proves that the folder exists.
        from = slash < 0 ? `${last}\u0000` : after(last.slice(0, slash + 1))
      }
    },

    async *read(_key, etag = '', range) {
      const options = range === null ? {} : { start: range.start, end: range.end + 1 }
      yield* bucket().openDownloadStream(driver.ObjectId.createFromHexString(etag), options)
    },

    async put({ key, keepExisting }, content) {
      const upload = bucket().openUploadStream(key)
      try {
        await pipeline(
          content instanceof Uint8Array ? [content] : Readable.from(content, { objectMode: false }),
          upload,
        )
      } catch (error) {
        await upload.abort().catch(() => undefined)
        throw error
      }
      const all = await revisions(key)
      const before = all.slice(
        0,
        Math.max(
          0,
          all.findIndex(({ _id }) => _id.equals(upload.id)),
        ),
      )
      if (!keepExisting || before.length === 0) return drop(before)
      await drop(all.filter(({ _id }) => _id.equals(upload.id)))
      throw new Taken()
    },

    copy: (objects, target) =>
      inGroups(objects, async ({ key }) => {
        const found = (await revisions(key)).at(-1)
        if (found === undefined) return
        await pipeline(bucket().openDownloadStream(found._id), bucket().openUploadStream(target(key)))
      }),

    remove: (keys) => inGroups(keys, async (key) => drop(await revisions(key))),

    isAlreadyExists: (error) => error instanceof Taken,
    problemOf: (error, path) => (isMissing(error) ? refusals.missing(path) : mongodbProblem(error, where)),

    async close() {
      await client?.close()
    },
  }
  return createObjectStorage(store)
}

/** Whether a document is one of GridFS; others can write anything into the bucket. */
const isFile = ({ _id, filename, length, uploadDate }: GridFSFile) =>
  _id instanceof driver.ObjectId &&
  typeof filename === 'string' &&
  Number.isSafeInteger(length) &&
  length >= 0 &&
  uploadDate instanceof Date

function byAge(one: GridFSFile, other: GridFSFile): number {
  const [first, second] = [one, other].map(({ uploadDate, _id }) => [uploadDate.getTime(), _id.toHexString()] as const)
  if (first === undefined || second === undefined) return 0
  return first[0] - second[0] || (first[1] < second[1] ? -1 : 1)
}

/** The smallest string after all that start with the folder: `0` is the character after the slash. */
const after = (folder: string) => `${folder.slice(0, -1)}0`

function pageOf(files: readonly GridFSFile[], prefix: string, flat: boolean): ObjectPage {
  const objects = new Map<string, { key: string; size: number; modified: number }>()
  const folders = new Set<string>()
  for (const { filename: key, length: size, uploadDate } of files.filter(isFile)) {
    const slash = flat ? -1 : key.indexOf('/', prefix.length)
    if (slash >= 0) folders.add(key.slice(0, slash + 1))
    else objects.set(key, { key, size, modified: uploadDate.getTime() })
  }
  return { objects: [...objects.values()], folders: [...folders] }
}

/** The driver reports missing files only by the message. */
const isMissing = (error: unknown) => error instanceof Error && /^File not found|FileNotFound/.test(error.message)

function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error
}
