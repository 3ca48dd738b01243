import { below, isAbandoned, isDraft, isSingle, type StoredEntry } from '@millwright/connector/files/file-storage'
import type { FileInfo } from 'basic-ftp'
import { type FtpConnection, isAbsent, replyOf, workingFolder } from './ftp-connection.ts'

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

/** Parses a time of RFC 3659, `20260302100000` with or without a fraction, to milliseconds. Returns `null` if it is invalid. */
export function machineTime(text: string): number | null {
  const found = /^\s*(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/.exec(text)
  if (found === null) return null
  const [year = 0, month = 0, ...rest] = found.slice(1).map(Number)
  const [day, hour, minute, second] = rest
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const day = 24 * 60 * 60 * 1000

/**
 * Parses a time in a human-readable listing: `Mar 02 10:00` within the last twelve months, or `Mar 02 2025`. It is read as UTC,
 * since servers do not state their time zone. Returns `null` for other forms.
 */
export function listedTime(text: string, now: Date): number | null {
  const found = /^([a-z]{3})\s+(\d{1,2})\s+(?:(\d{4})|(\d{1,2}):(\d\d))$/i.exec(text.trim())
  const month = months.indexOf(found?.[1]?.toLowerCase() ?? '')
  if (found === null || month < 0) return null
  const [, , date, year, hour, minute] = found
  if (year !== undefined) return Date.UTC(Number(year), month, Number(date))
  const within = (in_year: number) => Date.UTC(in_year, month, Number(date), Number(hour), Number(minute))
  const thisYear = within(now.getUTCFullYear())
  return thisYear > now.getTime() + day ? within(now.getUTCFullYear() - 1) : thisYear
}
