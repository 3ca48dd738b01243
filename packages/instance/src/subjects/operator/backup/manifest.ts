import { isRecord } from '@millwright/contract/wire/is-record'
import { migrations } from '../../../store/migrations/migrate.ts'
import { type TableName, tableNames } from '../../../store/tables.ts'
import type { Content } from './archive.ts'

/** The form of archives; grows when older programs could not restore them. */
export const archiveFormat = 1

/** Its place in an archive: the end, so that one that was cut off has none. */
export const manifestName = 'manifest.json'
/** The sealed secret, where it is part of the backup. */
export const secretName = 'secret.json'
export const tableFile = (table: TableName): string => `store/${table}.ndjson`
/** What lies in the data folder lies here, by its path. */
export const dataPrefix = 'data/'

/** What a backup says of itself (docs/operate/backup.md). */
export interface Manifest {
  readonly format: number
  /** Of the program that made it. */
  readonly version: string
  readonly date: string
  /** Numbers of the migrations that the tables have had. */
  readonly migrations: readonly number[]
  readonly lastIds: Readonly<Record<string, number>>
  /** All files by their names. */
  readonly files: Readonly<Record<string, Content>>
}

/**
 * @throws with the end of a sentence that begins with the backup's file
 */
export function readManifest(text: string): Manifest {
  const value: unknown = JSON.parse(text)
  if (!isRecord(value)) throw new Error('its manifest cannot be read')
  const { format, version, date, migrations: had, lastIds, files } = value
  const isNewer =
    (typeof format === 'number' && format > archiveFormat) ||
    (Array.isArray(had) && had.some((number) => !migrations.some((known) => known.number === number)))
  if (isNewer) throw new NewerBackup(String(version))
  if (format !== archiveFormat || !Array.isArray(had) || !isRecord(lastIds) || !isRecord(files))
    throw new Error('its manifest cannot be read')
  return {
    format,
    version: String(version),
    date: String(date),
    migrations: had.map(Number),
    lastIds: Object.fromEntries(Object.entries(lastIds).map(([name, last]) => [name, Number(last)])),
    files: Object.fromEntries(Object.entries(files).map(([name, content]) => [name, contentOf(content)])),
  }
}

function contentOf(value: unknown): Content {
  const { size, sha256 } = isRecord(value) ? value : {}
  return { size: Number(size), sha256: String(sha256) }
}

/** A newer version made the backup. */
export class NewerBackup extends Error {
  readonly version: string

  constructor(version: string) {
    super(`it was made by the newer version ${version}`)
    this.version = version
  }
}

/** What of a data folder is no part of a backup: the store, which goes by its rows, what was counted of calls, the secret, locks, and what is under way. */
export const leftOut = (name: string): boolean =>
  /^(instance\.(sqlite|lock)(-(wal|shm|journal))?|usage\.db(-(wal|shm|journal))?|secret(\..*)?|drafts|\.restoring|\.writable-\d+)$/.test(
    name,
  )

/** Whether a file may have this name in a backup: none that would lead out of the data folder or to what is left out. */
export function isOurs(name: string): boolean {
  const fixed: readonly string[] = [manifestName, secretName, ...tableNames.map(tableFile)]
  if (fixed.includes(name)) return true
  if (!name.startsWith(dataPrefix) || name.includes('\0')) return false
  const parts = name.slice(dataPrefix.length).split('/')
  return parts.every((part) => part !== '' && part !== '.' && part !== '..') && !leftOut(parts[0] ?? '')
}
