import { isAbandoned, isDraft } from '@millwright/connector/files/file-draft'
import { isSingle, type StoredEntry } from '@millwright/connector/files/file-storage'
import { below } from '@millwright/connector/files/remote-path'
import type { FileInfo } from 'basic-ftp'
import { type FtpConnection, workingFolder } from './ftp-connection.ts'
import { isAbsent, replyOf } from './ftp-problem.ts'
import { listedTime, machineTime } from './ftp-time.ts'

/** Returns the entry `name` in the connection's current folder, or `null` if it is not a file or folder. */
export async function describe(connection: FtpConnection, folder: string, name: string): Promise<StoredEntry | null> {
  try {
    return await (connection.describes ? facts(connection, folder, name) : tried(connection, folder, name))
  } catch (error) {
    if (isAbsent(error)) return null
    // Not every server supports these commands.
    if (![500, 501, 502, 504].includes(replyOf(error) ?? 0)) throw error
    const found = (await connection.client.list()).find((info) => info.name === name)
    return found === undefined ? null : entryOf(found)
  }
}

async function facts({ client }: FtpConnection, folder: string, name: string): Promise<StoredEntry | null> {
  const { message } = await client.send(`MLST ${below(folder, name)}`)
  const fact = (key: string) => new RegExp(`^ ?(?:[^ ]*;)?${key}=([^;]*);`, 'im').exec(message)?.[1] ?? ''
  const modified = machineTime(fact('modify'))
  if (/^c?dir$/i.test(fact('type'))) return { name, type: 'folder', size: 0, modified }
  return /^file$/i.test(fact('type')) ? { name, type: 'file', size: Number(fact('size')) || 0, modified } : null
}

/** Takes a name that can be entered as a folder, and one with a size as a file. */
async function tried({ client }: FtpConnection, folder: string, name: string): Promise<StoredEntry | null> {
  const remote = below(folder, name)
  const { code } = await client.sendIgnoringError(`CWD ${remote}`)
  if (code < 400) {
    const isLink = (await workingFolder(client)) !== remote
    await client.send(`CWD ${folder}`)
    return isLink ? null : { name, type: 'folder', size: 0, modified: null }
  }
  const size = Number((await client.send(`SIZE ${remote}`)).message.slice(4))
  const { code: timed, message } = await client.sendIgnoringError(`MDTM ${remote}`)
  return { name, type: 'file', size: size || 0, modified: timed < 400 ? machineTime(message.slice(4)) : null }
}

/** Lists the files and folders in the connection's current folder, without links if the server identifies them. */
export async function listHere({ client }: FtpConnection, folder: string): Promise<StoredEntry[]> {
  const entries: StoredEntry[] = []
  for (const info of await client.list()) {
    const entry = isSingle(info.name) ? entryOf(info) : null
    if (entry === null) continue
    if (!isDraft(entry.name)) entries.push(entry)
    else if (isAbandoned(entry)) await client.sendIgnoringError(`DELE ${below(folder, entry.name)}`)
  }
  return entries
}

/** Returns `null` for anything other than files and folders. */
function entryOf(info: FileInfo): StoredEntry | null {
  const modified = info.modifiedAt?.getTime() ?? listedTime(info.rawModifiedAt, new Date())
  if (info.isDirectory) return { name: info.name, type: 'folder', size: 0, modified }
  return info.isFile ? { name: info.name, type: 'file', size: info.size, modified } : null
}
