import { existsSync } from 'node:fs'
import { appendFile, mkdtemp, open, opendir, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { backup as copyDatabase, DatabaseSync } from 'node:sqlite'
import { messageOf } from '@millwright/connector/error-words'
import { type Clock, isoMicros, systemClock } from '../../../../platform/clock.ts'
import type { Config } from '../../../../platform/settings/config.ts'
import { findSecret } from '../../../../platform/vault.ts'
import { version } from '../../../../platform/version.ts'
import { migrations } from '../../../../store/migrations/migrate.ts'
import { onSnapshot } from '../../../../store/snapshot.ts'
import { tableNames } from '../../../../store/tables.ts'
import { type ArchiveWriter, type Content, writeArchive } from './archive.ts'
import {
  archiveFormat,
  backupManifestName,
  dataPrefix,
  leftOut,
  type Manifest,
  secretName,
  tableFile,
} from './manifest.ts'
import { sealSecret } from './sealed-secret.ts'

export type BackupConfig = Pick<Config, 'dataFolder' | 'databaseUrl' | 'secret'>

/** The content of a backup. */
export interface BackupSummary {
  readonly rows: number
  /** Number of files in the data folder. */
  readonly files: number
  readonly hasSecret: boolean
}

/** Number of characters that are buffered before writing. */
const piece = 1 << 20
const allPages = 2 ** 31 - 1

/**
 * Backs up an instance, which may be running. Everything that it acknowledged before the start is in the archive
 * (docs/operate/backup.md).
 * @param passphrase encrypts the secret, which is omitted if this is null
 * @throws with a sentence that names the file; a failed backup leaves nothing behind
 */
export async function backUp(
  config: BackupConfig,
  file: string,
  passphrase: string | null,
  clock: Clock = systemClock,
): Promise<BackupSummary> {
  refuseTarget(config.dataFolder, file)
  const secret = passphrase === null ? null : findSecret(config)
  if (passphrase !== null && secret === null)
    throw new Error('There is no secret to seal, neither in MILLWRIGHT_SECRET nor in the data folder.')
  const work = await workFolder(file)
  try {
    const { rows, lastIds } = await spoolTables(config, work)
    const files: Record<string, Content> = {}
    await writeArchive(file, async (archive) => {
      const note = (name: string, content: Content | null) => {
        if (content !== null) files[name] = content
      }
      for (const table of tableNames) note(tableFile(table), await archive.addFile(tableFile(table), join(work, table)))
      if (existsSync(config.dataFolder)) await addFolder(archive, config.dataFolder, '', work, note)
      if (secret !== null && passphrase !== null)
        note(secretName, await archive.addText(secretName, await sealSecret(secret, passphrase)))
      const manifest: Manifest = {
        format: archiveFormat,
        version,
        date: isoMicros(clock()),
        migrations: migrations.map(({ number }) => number),
        lastIds,
        files,
      }
      await archive.addText(backupManifestName, JSON.stringify(manifest))
    })
    const inFolder = Object.keys(files).filter((name) => name.startsWith(dataPrefix)).length
    return { rows, files: inFolder, hasSecret: secret !== null }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

function refuseTarget(dataFolder: string, file: string): void {
  if (existsSync(file)) throw new Error(`${file} exists already. Name another file.`)
  if (`${resolve(file)}${sep}`.startsWith(`${resolve(dataFolder)}${sep}`))
    throw new Error(`${file} is in the data folder, which is backed up. Name a file outside of it.`)
}

/** Next to the archive, where there must be enough space anyway. */
async function workFolder(file: string): Promise<string> {
  try {
    return await mkdtemp(join(dirname(resolve(file)), `.${basename(file)}-`))
  } catch (error) {
    throw new Error(`The backup ${file} cannot be written: ${messageOf(error)}. Name a file in a folder that can be.`)
  }
}

/** Writes the rows of each table as JSON lines to a file named like the table, so that the snapshot is short. */
async function spoolTables(config: BackupConfig, folder: string) {
  return onSnapshot(config, async (snapshot) => {
    let rows = 0
    for (const table of tableNames) {
      let text = ''
      for await (const row of snapshot.rows(table)) {
        text += `${JSON.stringify(row)}\n`
        rows += 1
        if (text.length < piece) continue
        await appendFile(join(folder, table), text)
        text = ''
      }
      await appendFile(join(folder, table), text)
    }
    return { rows, lastIds: await snapshot.lastIds() }
  })
}

type Note = (name: string, content: Content | null) => void

async function addFolder(archive: ArchiveWriter, root: string, path: string, work: string, note: Note): Promise<void> {
  const folder = await opendir(join(root, path))
  for await (const entry of folder) {
    const inside = path === '' ? entry.name : `${path}/${entry.name}`
    if (leftOut(inside)) continue
    const name = `${dataPrefix}${inside}`
    if (entry.isDirectory()) {
      await archive.addFolder(name)
      await addFolder(archive, root, inside, work, note)
    } else if (entry.isFile()) note(name, await addFile(archive, name, join(root, inside), work))
  }
}

/** Copies the SQLite database of a service at a single point in time, without its journal files. */
async function addFile(archive: ArchiveWriter, name: string, path: string, work: string): Promise<Content | null> {
  const beside = /^(.*)-(?:wal|shm|journal)$/.exec(path)?.[1]
  if (beside !== undefined && (await isDatabase(beside))) return null
  if (!(await isDatabase(path))) return archive.addFile(name, path)
  const copy = join(work, 'database')
  const database = new DatabaseSync(path, { readOnly: true, timeout: 30_000 })
  try {
    await copyDatabase(database, copy, { rate: allPages })
    return await archive.addFile(name, copy)
  } finally {
    database.close()
    await rm(copy, { force: true })
  }
}

const databaseStart = Buffer.from('SQLite format 3\0')

async function isDatabase(path: string): Promise<boolean> {
  try {
    await using handle = await open(path, 'r')
    const { buffer } = await handle.read(Buffer.alloc(databaseStart.length), 0, databaseStart.length, 0)
    return buffer.equals(databaseStart)
  } catch {
    return false
  }
}
