import { isRecord } from '@millwright/contract/wire/is-record'
import { migrations } from '../../../../store/migrations/migrate.ts'
import { type TableName, tableNames } from '../../../../store/tables.ts'
import type { Content } from './archive.ts'

/** Version of the archive format. Incremented when older programs could not restore an archive. */
export const archiveFormat = 1

/** The last entry of an archive, so that truncated archives have none. */
export const manifestName = 'manifest.json'
/** The encrypted secret, if it is part of the backup. */
export const secretName = 'secret.json'
export const tableFile = (table: TableName): string => `store/${table}.ndjson`
/** Prefix of the content of the data folder. */
export const dataPrefix = 'data/'

/** Metadata of a backup (docs/operate/backup.md). */
export interface Manifest {
  readonly format: number
  /** Version of the program that made the backup. */
  readonly version: string
  readonly date: string
  /** Numbers of the migrations applied to the tables. */
  readonly migrations: readonly number[]
  readonly lastIds: Readonly<Record<string, number>>
  /** All files by name. */
  readonly files: Readonly<Record<string, Content>>
}

/** @throws with the end of a sentence that starts with the name of the backup's file */
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
    lastIds: Object.fromEntries(Object.entries(lastIds).map(([name, last]) => [name, lastIdOf(name, last)])),
    files: Object.fromEntries(Object.entries(files).map(([name, content]) => [name, contentOf(content)])),
  }
}

function lastIdOf(table: string, value: unknown): number {
  const known: readonly string[] = tableNames
  if (!known.includes(table) || !Number.isSafeInteger(value)) throw new Error('its manifest cannot be read')
  return Number(value)
}

function contentOf(value: unknown): Content {
  const { size, sha256 } = isRecord(value) ? value : {}
  return { size: Number(size), sha256: String(sha256) }
}

/** The backup was made by a newer version. */
export class NewerBackup extends Error {
  readonly version: string

  constructor(version: string) {
    super(`it was made by the newer version ${version}`)
    this.version = version
  }
}

/**
 * Whether a path in a data folder is not part of a backup: the store, which is backed up by its rows, usage counts, the secret,
 * locks, temporary files, and marks by which nodes recognise a shared folder.
 */
export const leftOut = (path: string): boolean =>
  /^(instance\.(sqlite|lock)(-(wal|shm|journal))?|usage\.db(-(wal|shm|journal))?|secret(\..*)?|drafts|\.restoring|\.writable-\d+|[^/]+\/\.millwright-folder)$/.test(
    path,
  )

/** Whether a file may have this name in a backup. Rejects names that leave the data folder, and names that backups leave out. */
export function isOurs(name: string): boolean {
  const fixed: readonly string[] = [manifestName, secretName, ...tableNames.map(tableFile)]
  if (fixed.includes(name)) return true
  if (!name.startsWith(dataPrefix) || name.includes('\0')) return false
  const parts = name.slice(dataPrefix.length).split('/')
  return parts.every((part) => part !== '' && part !== '.' && part !== '..') && !leftOut(parts[0] ?? '')
}
