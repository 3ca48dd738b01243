import { PassThrough, Readable, Writable } from 'node:stream'
import type { Settings } from '@millwright/connector/config-values'
import {
  type ByteRange,
  below,
  type FileStorage,
  isSingle,
  nameOf,
  type StoredFile,
} from '@millwright/connector/files/file-storage'
import { refusals } from '@millwright/connector/files/unavailable'
import { KeyedMutex } from '@millwright/connector/semaphore'
import {
  type FtpConnection,
  FtpConnections,
  ftpProblem,
  ftpSettings,
  isAbsent,
  type Purpose,
} from './ftp-connection.ts'
import { describe, listHere } from './ftp-describe.ts'
import { changeTo, goTo, resolveForWrite, resolvePath } from './ftp-place.ts'
import { putInPlace, rename, writeDraft } from './ftp-write.ts'

/** Files in a folder of an FTP server. Links to folders are not followed. */
export function open(config: Settings): FileStorage {
  const settings = ftpSettings(config)
  const { root, where } = settings
  const connections = new FtpConnections(settings)
  const changes = new KeyedMutex()

  async function at<T>(
    path: string,
    work: (connection: FtpConnection) => Promise<T>,
    purpose: Purpose = 'ask',
  ): Promise<T> {
    try {
      return await connections.use(purpose, work)
    } catch (error) {
      throw ftpProblem(error, where, path)
    }
  }

  const discard = (draft: string) =>
    at(draft, async ({ client }) => void (await client.sendIgnoringError(`DELE ${draft}`))).catch(() => undefined)

  async function openOn(connection: FtpConnection, path: string): Promise<StoredFile | null> {
    const place = await resolvePath(connection, root, path)
    if (place?.entry?.type !== 'file') return null
    const { size, modified } = place.entry
    const done = () => connections.release('read', connection)
    return {
      size,
      modified: modified ?? 0,
      content: (range = { start: 0, end: size - 1 }) =>
        download({ connection, remote: place.remote, size, range, done, problemOf: (e) => ftpProblem(e, where, path) }),
      close: async () => done(),
    }
  }

  return {
    find: (path) =>
      at(path, async (connection) => {
        if (path !== '') return (await resolvePath(connection, root, path))?.entry ?? null
        await changeTo(connection, root, '')
        return { name: '', type: 'folder', size: 0, modified: null }
      }),

    list: (path) =>
      at(path, async (connection) => {
        const folder = await changeTo(connection, root, path)
        if (folder === null) return path === '' ? [] : null
        return listHere(connection, folder)
      }),

    async open(path) {
      const connection = await connections.acquire('read')
      let opened: StoredFile | null = null
      try {
        opened = await openOn(connection, path)
        return opened
      } catch (error) {
        throw ftpProblem(error, where, path)
      } finally {
        if (opened === null) connections.release('read', connection)
      }
    },

    async write(path, content, { keepExisting } = { keepExisting: false }) {
      await at(
        path,
        async (connection) => {
          const { folder, entry } = await resolveForWrite(connection, root, path)
          if (entry?.type === 'folder') throw refusals.folderThere(path)
          if (entry !== null && keepExisting) throw refusals.exists(path)
          const draft = await writeDraft(connection, folder, content, discard)
          try {
            const name = nameOf(path)
            await changes.run(path, () => putInPlace(connection, draft, { folder, name, path, keepExisting }))
          } catch (error) {
            await discard(draft)
            throw error
          }
        },
        'write',
      )
    },

    createFolder: (path) =>
      at(path, async (connection) => {
        const { folder, remote, entry } = await resolveForWrite(connection, root, path)
        if (entry !== null) throw refusals.exists(path)
        await connection.client.send(`MKD ${remote}`).catch(async (error: unknown) => {
          throw (await describe(connection, folder, nameOf(path))) === null ? error : refusals.exists(path)
        })
      }),

    removeFile: (path) =>
      at(path, async (connection) => {
        const place = await resolvePath(connection, root, path)
        if (place?.entry?.type !== 'file') return false
        return connection.client.send(`DELE ${place.remote}`).then(
          () => true,
          async (error: unknown) => {
            if (isAbsent(error) && (await describe(connection, place.folder, nameOf(path))) === null) return false
            throw error
          },
        )
      }),

    removeFolder: (path) =>
      at(path, async (connection) => {
        const place = await resolvePath(connection, root, path)
        if (place !== null) await removeAll(connection, place.folder, place.remote)
      }),

    move: (from, to) =>
      at(from, async (connection) => {
        const source = await resolvePath(connection, root, from)
        if (source === null || source.entry === null) throw refusals.missing(from)
        await changes.run(to, async () => {
          const target = await resolveForWrite(connection, root, to)
          if (target.entry !== null) throw refusals.exists(to)
          await rename(connection, source.remote, target.remote)
        })
      }),

    close: () => connections.close(),
  }
}

/**
 * Removes a folder with all its content, and leaves the connection in its parent folder. A name that leads elsewhere when
 * entered is a link, which is removed itself, as not every server identifies links in its listings.
 */
async function removeAll(connection: FtpConnection, holder: string, remote: string): Promise<void> {
  const { client } = connection
  const entered = await goTo(connection, remote)
  if (entered !== remote) {
    await client.send(`CWD ${holder}`)
    if (entered !== null) await client.send(`DELE ${remote}`)
    return
  }
  for (const info of await client.list()) {
    if (!isSingle(info.name)) continue
    const each = below(remote, info.name)
    if (info.isDirectory) await removeAll(connection, remote, each)
    else await client.send(`DELE ${each}`)
  }
  await client.send(`CWD ${holder}`)
  await client.send(`RMD ${remote}`)
}

interface Download {
  readonly connection: FtpConnection
  readonly remote: string
  /** Size of the whole file in bytes. */
  readonly size: number
  readonly range: ByteRange
  readonly problemOf: (error: unknown) => unknown
  /** Called once, when the connection is no longer needed. */
  readonly done: () => void
}

/** Streams a file with backpressure. FTP always sends up to the end of a file, so reading less closes the connection. */
function download({ connection, remote, size, range, problemOf, done }: Download): Readable {
  const { client } = connection
  let left = range.end - range.start + 1
  if (left <= 0) {
    done()
    return Readable.from([])
  }
  const sent = new PassThrough()
  const received = new Writable({
    write(bytes: Buffer, _encoding, next) {
      const wanted = bytes.subarray(0, left)
      left -= wanted.length
      if (wanted.length === 0 || sent.write(wanted)) next()
      else sent.once('drain', next)
      if (left === 0 && range.end + 1 < size) client.close()
    },
  })
  const fail = (error: unknown) => sent.destroy(error instanceof Error ? error : new Error('The download was cut off.'))
  const finish = (error?: unknown) => {
    if (left === 0) sent.end()
    else fail(error === undefined ? new Error('The file has become shorter.') : problemOf(error))
    done()
  }
  client.downloadTo(received, remote, range.start).then(() => finish(), finish)
  sent.once('close', () => {
    if (left > 0) client.close()
  })
  return sent
}
