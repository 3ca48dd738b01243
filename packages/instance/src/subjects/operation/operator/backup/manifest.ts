import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { messageOf } from '@millwright/connector/error-words'
import { isRecord } from '@millwright/contract/wire/is-record'
import { migrations } from '../../../../store/migrations/migrate.ts'
import { type TableName, tableNames } from '../../../../store/tables.ts'
import { type ArchiveEntry, type Content, readArchive } from './archive.ts'

/** Version of the archive format. Incremented when older programs could not restore an archive. */
export const archiveFormat = 1

/** The last entry of an archive, so that truncated archives have none. */
export const backupManifestName = 'manifest.json'
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
function readManifest(text: string): Manifest {
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
class NewerBackup extends Error {
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
function isOurs(name: string): boolean {
  const fixed: readonly string[] = [backupManifestName, secretName, ...tableNames.map(tableFile)]
  if (fixed.includes(name)) return true
  if (!name.startsWith(dataPrefix) || name.includes('\0')) return false
  const parts = name.slice(dataPrefix.length).split('/')
  return parts.every((part) => part !== '' && part !== '.' && part !== '..') && !leftOut(parts[0] ?? '')
}

/** A complete backup. */
export interface CheckedBackup {
  readonly manifest: Manifest
  /** `null` if the secret is not part of the backup. */
  readonly sealedSecret: string | null
  /** Values of the instance's settings, by name. */
  readonly settings: ReadonlyMap<string, string>
}

/** Most bytes of the files that are needed before the backup is extracted; a manifest has about 120 for each file. */
const keptWhole: Readonly<Record<string, number>> = {
  [backupManifestName]: 128 * 2 ** 20,
  [secretName]: 2 ** 16,
  [tableFile('setting')]: 16 * 2 ** 20,
}

/**
 * Reads a backup completely. Verifies that it contains exactly the files in its manifest, unchanged.
 * @throws with a sentence that names the file
 */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  if (!existsSync(file)) throw new Error(`There is no backup ${file}.`)
  const found = new Map<string, { size: number; sha256: string }>()
  const texts = new Map<string, string>()
  try {
    await readArchive(file, async (entry) => {
      if (!isOurs(entry.name.replace(/\/$/, '')))
        throw new Error(`it contains '${entry.name}', which is not part of a backup`)
      if (entry.kind === 'folder') return
      if (found.has(entry.name)) throw new Error(`it contains '${entry.name}' twice`)
      found.set(entry.name, await measure(entry, texts))
    })
    const manifest = readManifest(texts.get(backupManifestName) ?? missing())
    found.delete(backupManifestName)
    for (const [name, { size, sha256 }] of Object.entries(manifest.files)) {
      const content = found.get(name)
      if (content?.size !== size || content.sha256 !== sha256) throw new Error(`'${name}' does not match its checksum`)
      found.delete(name)
    }
    for (const name of found.keys()) throw new Error(`it contains '${name}', which is not in its manifest`)
    const sealedSecret = texts.get(secretName) ?? null
    return { manifest, sealedSecret, settings: settingsIn(texts.get(tableFile('setting')) ?? '') }
  } catch (error) {
    if (error instanceof NewerBackup)
      throw new Error(
        `The backup ${file} was made by the newer version ${error.version}. Restore it with that version.`,
      )
    throw new Error(`The backup ${file} is damaged: ${messageOf(error)}. Use another one.`)
  }
}

function missing(): never {
  throw new Error('it ends before its manifest')
}

async function measure({ name, content }: ArchiveEntry, texts: Map<string, string>) {
  const hash = createHash('sha256')
  const pieces: Uint8Array[] = []
  const most = Object.hasOwn(keptWhole, name) ? keptWhole[name] : undefined
  let size = 0
  for await (const piece of content) {
    hash.update(piece)
    size += piece.length
    if (most === undefined) continue
    if (size > most) throw new Error(`'${name}' has more than ${most} bytes`)
    pieces.push(piece)
  }
  if (most !== undefined) texts.set(name, Buffer.concat(pieces).toString('utf8'))
  return { size, sha256: hash.digest('hex') }
}

function settingsIn(text: string): ReadonlyMap<string, string> {
  const rows = text.split('\n').filter((line) => line !== '')
  return new Map(
    rows.map((line) => {
      const { name, value } = JSON.parse(line)
      return [String(name), String(value)]
    }),
  )
}
