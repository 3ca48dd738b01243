import { existsSync, statSync } from 'node:fs'
import type { Config } from '../platform/settings/config.ts'
import { findSecret, secretFile as secretFileIn } from '../platform/vault.ts'
import { storeFile, whyUnwritable } from './data-folder.ts'

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
