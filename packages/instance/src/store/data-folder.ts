import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createClosed } from '../engines/sqlite/sqlite-connection.ts'
import { sqliteOutage } from '../engines/sqlite/sqlite-problem.ts'
import type { Config } from '../platform/settings/config.ts'
import { findSecret, secretFile as secretFileIn } from '../platform/vault.ts'

/** Path of the database of an instance on SQLite. */
export const storeFile = (dataFolder: string): string => join(dataFolder, 'instance.sqlite')

/** Creates the data folder if it is missing; returns a sentence for the operator if it is not writable, else `null`. */
export function whyUnwritable(folder: string): string | null {
  const probe = join(folder, `.writable-${process.pid}`)
  try {
    makeFolder(folder)
    accessSync(folder, constants.W_OK)
    writeFileSync(probe, '')
    rmSync(probe)
    return null
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const reason = reasons.get(code) ?? (error instanceof Error ? error.message : String(error))
    return `The data folder ${folder} cannot be written: ${reason} Name another with MILLWRIGHT_DATA or --data.`
  }
}

/** Node's own recursion never ends below folders such as /proc, in which nothing can be created. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return
  const parent = dirname(folder)
  if (parent !== folder && !existsSync(parent)) makeFolder(parent)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process may have created it at the same time.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error
  }
}

/** Folders of the data folder with any number of files, which are only closed themselves. */
const large: ReadonlySet<string> = new Set(['storage', 'drafts', 'imports'])

/**
 * Closes the data folder to other users of the machine: files get the mode 0600, folders 0700. Files in folders that are closed to others
 * cannot be reached anyway. Leaves what belongs to another user, as on volumes of containers, and links.
 */
export function closeToOthers(folder: string): void {
  if (process.platform === 'win32') return
  restrict(folder, 0o700)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isFile()) restrict(path, 0o600)
    else if (entry.isDirectory() && large.has(entry.name)) restrict(path, 0o700)
    else if (entry.isDirectory()) closeToOthers(path)
  }
}

function restrict(path: string, mode: number): void {
  try {
    const held = lstatSync(path).mode & 0o777
    if ((held & ~mode) !== 0) chmodSync(path, held & mode)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    // A file that was just deleted, or that belongs to another user, or a file system without modes.
    if (code !== 'ENOENT' && code !== 'EPERM' && code !== 'EROFS' && code !== 'ENOTSUP') throw error
  }
}

const reasons = new Map([
  ['ENOENT', 'nothing can be created there.'],
  ['EEXIST', 'there is a file of that name.'],
  ['ENOTDIR', 'part of its path is a file.'],
  ['EACCES', 'this user may not write there.'],
  ['EPERM', 'this user may not write there.'],
  ['EROFS', 'the file system is read-only.'],
  ['ENOSPC', 'its disk is full.'],
  ['EDQUOT', 'its disk quota is used up.'],
])

/**
 * Checks the data folder before anything in it is opened.
 * @returns warnings for the operator about risks that do not prevent a start
 * @throws an error that names the file and the remedy if starting could lose data or would fail later
 */
export function checkDataFolder(config: Config): string[] {
  const { dataFolder, databaseUrl, secret } = config
  const unwritable = whyUnwritable(dataFolder)
  const secretFile = secretFileIn(dataFolder)
  const hasSecret = secret === null && existsSync(secretFile)
  if (databaseUrl === null) {
    if (unwritable !== null) throw new Error(unwritable)
    if (hasSecret) refuseEmptyDatabase(storeFile(dataFolder), secretFile)
  }
  // Checked before anything is created.
  if (unwritable === null) findSecret(config)
  return [
    ...(unwritable === null ? [] : [unwritable]),
    ...(hasSecret && databaseUrl === null && !existsSync(storeFile(dataFolder))
      ? [`The data folder ${dataFolder} has a secret, but no database: a new instance begins in it.`]
      : []),
    ...(hasSecret && isReadByOthers(secretFile)
      ? [`The secret ${secretFile} can be read by other users of this machine. Run: chmod 600 ${secretFile}`]
      : []),
  ]
}

/** A failed copy or a full disk leaves an empty file, which would be taken for a new instance. */
function refuseEmptyDatabase(file: string, secretFile: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.size !== 0) return
  throw new Error(
    `The database ${file} is empty, although its folder was in use before. Restore it from a backup, or remove it and ${secretFile} to begin a new instance.`,
  )
}

function isReadByOthers(file: string): boolean {
  return process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0
}

/** Releases the lock on the folder; the operating system does the same when the process dies. */
export type Release = () => void

/**
 * Locks the data folder for this process. The lock is that of an empty SQLite database, because it works on every platform and leaves
 * nothing stale behind after a crash.
 * @throws if another instance holds it
 */
export function lockFolder(folder: string): Release {
  const file = join(folder, 'instance.lock')
  createClosed(file)
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('begin exclusive')
  } catch (error) {
    database.close()
    if (sqliteOutage(error) === 'busy')
      throw new Error(`Another instance is already running on the data folder ${folder}. Stop it first.`)
    throw error
  }
  return () => database.close()
}
