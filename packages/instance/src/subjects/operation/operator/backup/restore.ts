import { createReadStream, existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { messageOf } from '@millwright/connector/error-words'
import type { Transaction } from 'kysely'
import { type Clock, systemClock } from '../../../../platform/clock.ts'
import { createKeyRing, findSecret, secretFile } from '../../../../platform/vault.ts'
import { bound } from '../../../../store/bound.ts'
import { whyUnwritable } from '../../../../store/data-folder.ts'
import { keysSetting, parseKeys } from '../../../../store/follow-keys.ts'
import { migrateWithin, migrations } from '../../../../store/migrations/migrate.ts'
import { openEmptyStore } from '../../../../store/open-store.ts'
import type { Store } from '../../../../store/store.ts'
import { type TableName, type Tables, tableNames } from '../../../../store/tables.ts'
import { refuseOtherSecret } from '../../seed/secret-check.ts'
import { readArchive } from './archive.ts'
import type { BackupConfig } from './back-up.ts'
import { type CheckedBackup, checkBackup, dataPrefix, type Manifest, tableFile } from './manifest.ts'
import { openSealedSecret } from './sealed-secret.ts'

/** The result of a restore. */
export interface RestoreSummary {
  readonly version: string
  readonly date: string
  readonly rows: number
  readonly files: number
  /** Whether the instance has its secret now. Otherwise it must be provided before the start. */
  readonly hasSecret: boolean
}

/** Everything is written to this folder in the data folder first, and moved when complete. */
const draftFolder = '.restoring'
/** Maximum values of one statement, below the limits of both engines. */
const maxValues = 20_000

/**
 * Restores a backup into an empty data folder and, where the store is a database server, an empty database
 * (docs/operate/backup.md). Checks the whole backup before writing anything.
 * @param passphrase decrypts the secret, if the backup contains it
 * @throws with a sentence that names the file or folder, after undoing all changes
 */
export async function restore(
  config: BackupConfig,
  file: string,
  passphrase: string | null,
  clock: Clock = systemClock,
): Promise<RestoreSummary> {
  const { dataFolder } = config
  const backup = await checkBackup(file)
  await refuseExisting(dataFolder)
  const secret = await secretFor(config, file, backup, passphrase)
  const existed = existsSync(dataFolder)
  const unwritable = whyUnwritable(dataFolder)
  if (unwritable !== null) throw new Error(unwritable)
  const draft = join(dataFolder, draftFolder)
  const placed: string[] = []
  try {
    await rm(draft, { recursive: true, force: true })
    await unpack(file, draft)
    if (secret !== null && findSecret(config) === null)
      await writeFile(secretFile(join(draft, 'data')), `${secret.toString('hex')}\n`, { mode: 0o600 })
    const store = await openEmptyStore({ ...config, dataFolder: join(draft, 'data') })
    let rows = 0
    try {
      let begun = false
      await store.transaction(async (tx) => {
        if (begun) throw new Error('the database aborted the transaction; try again')
        begun = true
        rows = await fill(store, tx, backup.manifest, join(draft, 'store'), clock)
        // The last step before the commit, so that an error undoes both.
        if (config.databaseUrl !== null) await putInPlace(draft, dataFolder, placed)
      })
    } finally {
      await store.close()
    }
    if (config.databaseUrl === null) await putInPlace(draft, dataFolder, placed)
    await rm(draft, { recursive: true, force: true })
    const { version, date, files } = backup.manifest
    const inFolder = Object.keys(files).filter((name) => name.startsWith(dataPrefix)).length
    return { version, date, rows, files: inFolder, hasSecret: secret !== null }
  } catch (error) {
    await takeBack(dataFolder, [draftFolder, ...placed], existed)
    throw new Error(`Nothing was restored from ${file}: ${messageOf(error)}`, { cause: error })
  }
}

/** The secret is allowed, as it may be provided before the restore. */
async function refuseExisting(dataFolder: string): Promise<void> {
  const names = existsSync(dataFolder) ? await readdir(dataFolder) : []
  const [first] = names.filter((name) => name !== 'secret' && name !== draftFolder)
  if (first === undefined) return
  throw new Error(
    `The data folder ${dataFolder} is not empty: it has ${first}. Name an empty one with MILLWRIGHT_DATA or --data.`,
  )
}

/** The secret of the backup, or `null` if none was provided. */
async function secretFor(
  config: BackupConfig,
  file: string,
  { sealedSecret, settings }: CheckedBackup,
  passphrase: string | null,
): Promise<Buffer | null> {
  if (passphrase !== null && sealedSecret === null)
    throw new Error(`The backup ${file} contains no secret to decrypt. Omit --passphrase-file.`)
  const configSecret = findSecret(config)
  const secret = configSecret ?? (sealedSecret === null || passphrase === null ? null : await opened())
  if (secret !== null) checkSecret(secret, settings)
  return secret

  async function opened(): Promise<Buffer> {
    try {
      return await openSealedSecret(sealedSecret ?? '', passphrase ?? '')
    } catch (error) {
      throw new Error(`The secret in the backup ${file} cannot be opened: ${messageOf(error)}.`)
    }
  }
}

/** @throws if the instance in the backup has another secret */
function checkSecret(secret: Buffer, settings: CheckedBackup['settings']): void {
  const ring = createKeyRing(secret)
  ring.adopt(parseKeys(settings.get(keysSetting) ?? null))
  const check = settings.get('secret_check')
  if (check !== undefined) refuseOtherSecret(check, ring.vault)
}

async function unpack(file: string, draft: string): Promise<void> {
  await mkdir(join(draft, 'data'), { recursive: true, mode: 0o700 })
  await readArchive(file, async ({ name, kind, content }) => {
    const place = join(draft, name)
    if (kind === 'folder') return void (await mkdir(place, { recursive: true, mode: 0o700 }))
    await mkdir(dirname(place), { recursive: true, mode: 0o700 })
    await writeFile(place, content, { mode: 0o600, flush: true })
  })
}

/**
 * Creates the tables at the migration level of the backup, inserts its rows, and migrates them to the current level. Returns
 * the number of rows.
 */
async function fill(store: Store, tx: Transaction<Tables>, manifest: Manifest, folder: string, clock: Clock) {
  const { lastIds } = store.engine.store
  const inside = { engine: store.engine, db: tx }
  const had = migrations.filter(({ number }) => manifest.migrations.includes(number))
  await migrateWithin(inside, clock, had)
  let rows = 0
  for (const table of tableNames) {
    const file = join(folder, `${table}.ndjson`)
    if (tableFile(table) in manifest.files) rows += await fillTable(tx, table, file)
  }
  if (lastIds.clear !== null) await bound(lastIds.clear).execute(tx)
  for (const [table, last] of Object.entries(manifest.lastIds)) await bound(lastIds.set, table, last).execute(tx)
  await migrateWithin(inside, clock)
  return rows
}

async function fillTable(tx: Transaction<Tables>, table: TableName, file: string): Promise<number> {
  let waiting: Record<string, unknown>[] = []
  let values = 0
  let rows = 0
  const flush = async () => {
    if (waiting.length > 0)
      await tx
        .insertInto(table)
        .values(waiting as never)
        .execute()
    rows += waiting.length
    waiting = []
    values = 0
  }
  for await (const line of linesOf(file)) {
    const row = JSON.parse(line)
    waiting.push(row)
    values += Object.keys(row).length
    if (values >= maxValues) await flush()
  }
  await flush()
  return rows
}

/** Characters of a row, more than any request could write. */
const longestRow = 256 * 2 ** 20

/** Splits at line feeds only, as texts can contain other line separators. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of createReadStream(file, 'utf8')) {
    const [end = '', ...lines] = String(piece).split('\n')
    rest += end
    if (rest.length > longestRow) throw new Error(`${basename(file)} has a row of more than ${longestRow} characters`)
    for (const next of lines) {
      yield rest
      rest = next
    }
  }
}

/** Adds the moved names to `placed`. */
async function putInPlace(draft: string, dataFolder: string, placed: string[]): Promise<void> {
  for (const name of await readdir(join(draft, 'data'))) {
    if (name.startsWith('instance.lock')) continue
    await rename(join(draft, 'data', name), join(dataFolder, name))
    placed.push(name)
  }
}

async function takeBack(dataFolder: string, names: readonly string[], existed: boolean): Promise<void> {
  for (const name of names) await rm(join(dataFolder, name), { recursive: true, force: true })
  if (!existed) await rmdir(dataFolder).catch(() => undefined)
}
