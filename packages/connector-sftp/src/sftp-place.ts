import {
  below,
  isAbandoned,
  isDraft,
  isSingle,
  nameOf,
  pathNames,
  type StoredEntry,
} from '@millwright/connector/files/file-storage'
import { refusals } from '@millwright/connector/files/unavailable'
import type { FileEntryWithStats, Stats } from 'ssh2'
import { type SftpSession, sftpStatus, statusOf } from './sftp-session.ts'

/** A path resolved on the server. */
export interface SftpPlace {
  /** The path on the server. */
  readonly remote: string
  /** `other`: a link or anything else that is neither file nor folder. */
  readonly type: 'file' | 'folder' | 'other' | null
  /** `null` if no file or folder exists there. */
  readonly entry: StoredEntry | null
}

/**
 * Looks up a path and all folders on the way at once. Returns `null` if one of these is missing or not a folder. Links do not
 * count as folders, so nothing outside the root can be reached, whatever it contains.
 */
export async function lookAt(session: SftpSession, path: string): Promise<SftpPlace | null> {
  const names = pathNames(path)
  if (names === null || names.length === 0 || names.some(isDraft)) return null
  const root = await rootOf(session)
  if (root === null) return null
  const steps = names.map((_, index) => below(root, names.slice(0, index + 1).join('/')))
  const found = await Promise.all(steps.map((step) => statAt(session, step)))
  const last = found.pop() ?? null
  if (!found.every((stat) => stat?.isDirectory())) return null
  const type = last === null ? null : last.isDirectory() ? 'folder' : last.isFile() ? 'file' : 'other'
  return { remote: below(root, names.join('/')), type, entry: last === null ? null : entryOf(nameOf(path), last) }
}

/** Like `lookAt` for a new path: creates the folders on the way. Throws for invalid names and for paths through files. */
export async function resolveForWrite(session: SftpSession, path: string): Promise<SftpPlace> {
  const names = pathNames(path)
  if (names === null || names.length === 0 || names.some(isDraft)) throw refusals.noName(path)
  const found = await lookAt(session, path)
  if (found !== null) return found
  const root = (await rootOf(session)) ?? (await makeRoot(session))
  for (let length = 1; length < names.length; length += 1) {
    await makeStep(session, below(root, names.slice(0, length).join('/')), names.slice(0, length).join('/'))
  }
  return (await lookAt(session, path)) ?? Promise.reject(refusals.missing(path))
}

async function makeStep(session: SftpSession, remote: string, shown: string): Promise<void> {
  const stat = await statAt(session, remote)
  if (stat?.isDirectory()) return
  if (stat !== null) throw refusals.notFolder(shown)
  await session
    .run((answer) => session.sftp.mkdir(remote, answer))
    .catch(async (error: unknown) => {
      // Another request may have created it meanwhile.
      if (!(await statAt(session, remote))?.isDirectory()) throw error
    })
}

/** The root's real path, with links resolved, or `null` if it does not exist yet. */
export async function rootOf(session: SftpSession): Promise<string | null> {
  if (session.root !== null) return session.root
  const { wanted } = session
  try {
    const root = await session.ask<string>((answer) => session.sftp.realpath(wanted, answer))
    const stat = await session.ask<Stats>((answer) => session.sftp.stat(root, answer))
    if (!stat.isDirectory()) throw refusals.notFolder(wanted)
    session.root = root
    return root
  } catch (error) {
    if (statusOf(error) === sftpStatus.noSuchFile) return null
    throw error
  }
}

async function makeRoot(session: SftpSession): Promise<string> {
  const names = session.wanted.split('/')
  for (let length = 1; length <= names.length; length += 1) {
    const step = names.slice(0, length).join('/')
    if (step === '') continue
    await session.run((answer) => session.sftp.mkdir(step, answer)).catch(() => undefined)
  }
  return (await rootOf(session)) ?? Promise.reject(refusals.missing(session.wanted))
}

/** `null` if nothing exists there, or nothing that a path can name. */
export async function statAt(session: SftpSession, remote: string): Promise<Stats | null> {
  try {
    return await session.ask<Stats>((answer) => session.sftp.lstat(remote, answer))
  } catch (error) {
    const status = statusOf(error)
    if (status === sftpStatus.noSuchFile || status === sftpStatus.badMessage) return null
    throw error
  }
}

/** `null` for anything other than files and folders. */
function entryOf(name: string, stat: Stats): StoredEntry | null {
  const modified = stat.mtime * 1000
  if (stat.isDirectory()) return { name, type: 'folder', size: 0, modified }
  return stat.isFile() ? { name, type: 'file', size: stat.size, modified } : null
}

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
