import { Readable } from 'node:stream'
import type { Settings } from '@millwright/connector/config-values'
import {
  type ByteRange,
  type FileBytes,
  type FileStorage,
  newDraft,
  parentOf,
  type StoredFile,
  type WriteOptions,
} from '@millwright/connector/files/file-storage'
import { refusals } from '@millwright/connector/files/unavailable'
import { Problem } from '@millwright/contract/problem'
import { type BorrowedSession, SftpClient } from './sftp-client.ts'
import { readRange, writeAll } from './sftp-content.ts'
import { listFolder, lookAt, remove, removeAll, resolveForWrite, rootOf, type SftpPlace, statAt } from './sftp-place.ts'
import { type SftpSession, sftpSettings, sftpStatus, statusOf } from './sftp-session.ts'

/** Files in a folder of an SSH server. Links are neither followed nor shown. */
export function open(config: Settings): FileStorage {
  const settings = sftpSettings(config)
  const line = new SftpClient(settings)

  /** Maps a server's error for a path to a `Problem`. */
  function refusalOf(error: unknown, path: string): unknown {
    const status = statusOf(error)
    if (status === null || !(error instanceof Error)) return error
    if (status === sftpStatus.denied) return refusals.denied(settings.where, path)
    if (status === sftpStatus.noSuchFile) return refusals.missing(path)
    if (status === sftpStatus.badMessage) return refusals.noName(path)
    return new Problem(503, `The ${settings.where} could not do that to '${path}': ${error.message}`, { cause: error })
  }

  async function at<T>(path: string, work: (session: SftpSession) => Promise<T>): Promise<T> {
    try {
      return await line.use(work)
    } catch (error) {
      throw refusalOf(error, path)
    }
  }

  async function openAt(lent: BorrowedSession, path: string): Promise<StoredFile | null> {
    const { session, release } = lent
    const { sftp } = session
    const place = await lookAt(session, path)
    if (place?.entry?.type !== 'file') return null
    const handle = await session.ask<Buffer>((answer) => sftp.open(place.remote, 'r', answer))
    const { size, modified } = place.entry
    let open = true
    const close = async () => {
      if (!open) return
      open = false
      await session.run((answer) => sftp.close(handle, answer)).catch(() => undefined)
      release()
    }
    async function* read(range: ByteRange): AsyncGenerator<Buffer> {
      try {
        yield* readRange(session, handle, range)
      } catch (error) {
        throw refusalOf(error, path)
      }
    }
    return {
      size,
      modified: modified ?? 0,
      content: (range = { start: 0, end: size - 1 }) =>
        Readable.from(read(range), { objectMode: false }).once('close', () => void close()),
      close,
    }
  }

  return {
    find: (path) =>
      at(path, async (session) => {
        if (path !== '') return (await lookAt(session, path))?.entry ?? null
        await rootOf(session)
        return { name: '', type: 'folder', size: 0, modified: null }
      }),

    list: (path) =>
      at(path, async (session) => {
        if (path === '') {
          const root = await rootOf(session)
          return root === null ? [] : listFolder(session, root)
        }
        const place = await lookAt(session, path)
        return place?.type === 'folder' ? listFolder(session, place.remote) : null
      }),

    async open(path) {
      const lent = await line.borrow()
      let opened: StoredFile | null = null
      try {
        opened = await openAt(lent, path)
        return opened
      } catch (error) {
        throw refusalOf(error, path)
      } finally {
        if (opened === null) lent.release()
      }
    },

    write: (path, content, options = { keepExisting: false }) =>
      at(path, async (session) => writeWhole(session, path, await resolveForWrite(session, path), content, options)),

    createFolder: (path) =>
      at(path, async (session) => {
        const { remote, type } = await resolveForWrite(session, path)
        if (type !== null) throw refusals.exists(path)
        await session
          .run((answer) => session.sftp.mkdir(remote, answer))
          .catch(async (error: unknown) => {
            throw (await lookAt(session, path))?.type === null ? error : refusals.exists(path)
          })
      }),

    removeFile: (path) =>
      at(path, async (session) => {
        const place = await lookAt(session, path)
        if (place?.type !== 'file') return false
        return session
          .run((answer) => session.sftp.unlink(place.remote, answer))
          .then(
            () => true,
            (error: unknown) => {
              if (statusOf(error) === sftpStatus.noSuchFile) return false
              throw error
            },
          )
      }),

    removeFolder: (path) =>
      at(path, async (session) => {
        const place = await lookAt(session, path)
        // Removes a link itself, not its target.
        if (place?.type === 'folder') await removeAll(session, place.remote)
        else if (place?.type) await session.run((answer) => session.sftp.unlink(place.remote, answer))
      }),

    move: (from, to) =>
      at(from, async (session) => {
        const source = await lookAt(session, from)
        if (source === null || source.entry === null) throw refusals.missing(from)
        const target = await resolveForWrite(session, to)
        if (target.type !== null) throw refusals.exists(to)
        if (`${parentOf(to)}/`.startsWith(`${from}/`)) throw new Problem(400, `'${from}' cannot be moved to '${to}'.`)
        await session.run((answer) => session.sftp.rename(source.remote, target.remote, answer))
      }),

    close: () => line.close(),
  }
}

/** Writes a draft and renames it to its destination in one step, if the server supports that. */
async function writeWhole(
  session: SftpSession,
  path: string,
  { remote, type }: SftpPlace,
  content: FileBytes,
  { keepExisting }: WriteOptions,
): Promise<void> {
  if (type === 'folder') throw refusals.folderThere(path)
  const draft = `${remote.slice(0, remote.lastIndexOf('/') + 1)}${newDraft()}`
  try {
    const handle = await session.ask<Buffer>((answer) => session.sftp.open(draft, 'wx', { mode: 0o644 }, answer))
    try {
      await writeAll(session, handle, content)
    } finally {
      await session.run((answer) => session.sftp.close(handle, answer))
    }
    if (keepExisting) await putWhereNothingIs(session, draft, remote, path)
    else await replace(session, draft, remote, path)
  } catch (error) {
    await remove(session, draft).catch(() => undefined)
    throw error
  }
}

async function putWhereNothingIs(session: SftpSession, draft: string, remote: string, path: string): Promise<void> {
  await session
    .run((answer) => session.sftp.rename(draft, remote, answer))
    .catch(async (error: unknown) => {
      throw (await statAt(session, remote)) === null ? error : refusals.exists(path)
    })
}

/** If the server has no rename that replaces files, the old file is deleted first. */
async function replace(session: SftpSession, draft: string, remote: string, path: string): Promise<void> {
  const { sftp } = session
  try {
    await renameOver(session, draft, remote)
  } catch (error) {
    if (statusOf(error) === null) throw error
    if ((await statAt(session, remote))?.isDirectory()) throw refusals.folderThere(path)
    if (statusOf(error) !== sftpStatus.unsupported) throw error
    await remove(session, remote)
    await session.run((answer) => sftp.rename(draft, remote, answer))
  }
}

function renameOver(session: SftpSession, draft: string, remote: string): Promise<void> {
  return session.run((answer) => {
    try {
      session.sftp.ext_openssh_rename(draft, remote, answer)
    } catch (error) {
      // The error that the client throws at once for an extension that the server has not announced.
      answer(Object.assign(new Error('Not supported', { cause: error }), { code: sftpStatus.unsupported }))
    }
  })
}
