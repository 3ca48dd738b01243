import { isAbandoned, isDraft } from '@millwright/connector/files/file-draft'
import { isSingle, type StoredEntry } from '@millwright/connector/files/file-storage'
import { below } from '@millwright/connector/files/remote-path'
import type { FileEntryWithStats } from 'ssh2'
import { entryOf } from './sftp-place.ts'
import { type SftpSession, sftpStatus, statusOf } from './sftp-session.ts'

/** Number of concurrent removals. */
const portion = 32

/** Lists the files and folders in a folder, without links and other entries. */
export async function listFolder(session: SftpSession, remote: string): Promise<StoredEntry[]> {
  const entries: StoredEntry[] = []
  for (const { filename, attrs } of await readFolder(session, remote)) {
    const entry = entryOf(filename, attrs)
    if (entry === null) continue
    if (!isDraft(filename)) entries.push(entry)
    else if (isAbandoned(entry)) await remove(session, below(remote, filename))
  }
  return entries
}

/** Removes a folder with all its content. Links are removed themselves, not their targets. */
export async function removeAll(session: SftpSession, remote: string): Promise<void> {
  const found = await readFolder(session, remote)
  for (let at = 0; at < found.length; at += portion) {
    await Promise.all(
      found.slice(at, at + portion).map(({ filename, attrs }) => {
        const each = below(remote, filename)
        return attrs.isDirectory() ? removeAll(session, each) : remove(session, each)
      }),
    )
  }
  await ifThere(session.run((answer) => session.sftp.rmdir(remote, answer)))
}

async function readFolder(session: SftpSession, remote: string): Promise<FileEntryWithStats[]> {
  const found = await session.ask<FileEntryWithStats[]>((answer) => session.sftp.readdir(remote, answer))
  return found.filter(({ filename }) => isSingle(filename))
}

/** Does nothing if the file does not exist. */
export const remove = (session: SftpSession, remote: string): Promise<void> =>
  ifThere(session.run((answer) => session.sftp.unlink(remote, answer)))

function ifThere(removed: Promise<void>): Promise<void> {
  return removed.catch((error: unknown) => {
    if (statusOf(error) !== sftpStatus.noSuchFile) throw error
  })
}
