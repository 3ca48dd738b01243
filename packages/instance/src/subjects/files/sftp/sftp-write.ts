import type { FileBytes, WriteOptions } from '../../../gateway/ports/file-storage.ts'
import { refusals } from '../away.ts'
import { newDraft } from '../draft.ts'
import { writeAll } from './sftp-content.ts'
import { remove } from './sftp-folder.ts'
import { type SftpPlace, statAt } from './sftp-place.ts'
import { type SftpSession, sftpStatus, statusOf } from './sftp-session.ts'

/** Writes a file beside its place and puts it there in one step, as far as the server can do that. */
export async function writeWhole(
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
      await session.tell((answer) => session.sftp.close(handle, answer))
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
    .tell((answer) => session.sftp.rename(draft, remote, answer))
    .catch(async (error: unknown) => {
      throw (await statAt(session, remote)) === null ? error : refusals.exists(path)
    })
}

/** Where the server has no renaming that replaces, the old file goes first. */
async function replace(session: SftpSession, draft: string, remote: string, path: string): Promise<void> {
  const { sftp } = session
  try {
    await renameOver(session, draft, remote)
  } catch (error) {
    if (statusOf(error) === null) throw error
    if ((await statAt(session, remote))?.isDirectory()) throw refusals.folderThere(path)
    if (statusOf(error) !== sftpStatus.unsupported) throw error
    await remove(session, remote)
    await session.tell((answer) => sftp.rename(draft, remote, answer))
  }
}

function renameOver(session: SftpSession, draft: string, remote: string): Promise<void> {
  return session.tell((answer) => {
    try {
      session.sftp.ext_openssh_rename(draft, remote, answer)
    } catch (error) {
      // What the client says at once, as the server has announced no such thing.
      answer(Object.assign(new Error('Not supported', { cause: error }), { code: sftpStatus.unsupported }))
    }
  })
}
