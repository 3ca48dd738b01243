import { realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { CheckConfig } from '@millwright/connector/declaration'
import { pathNames } from '@millwright/connector/files/file-storage'
import { Problem } from '@millwright/contract/problem'

/** Returns the folder of database files that services name without a path. */
export function databaseFolder(dataFolder: string): string {
  return resolve(dataFolder, 'databases')
}

/**
 * Returns the path of a database file: a name is a file in the database folder, an absolute path is used as it is. Throws 400 for names
 * that lead out of that folder, and for absolute paths to anything else in the data folder, including by links (docs/wire/services.md).
 */
export function databaseFile(dataFolder: string, setting: string): string {
  const name = setting.trim()
  const folder = databaseFolder(dataFolder)
  if (/\p{Cc}/u.test(name)) throw new Problem(400, 'database must not contain control characters.')
  if (!isAbsolute(name)) {
    const names = pathNames(name)
    if (names === null || names.length === 0) {
      throw new Problem(400, 'database must name a file in the database folder, such as shop.sqlite, or a whole path.')
    }
    const file = join(folder, ...names)
    if (!isWithin(realPath(folder), realPath(file)))
      throw new Problem(400, 'database leads out of the database folder.')
    return file
  }
  const file = resolve(name)
  const real = realPath(file)
  const own = realPath(resolve(dataFolder))
  if (real === own || (isWithin(own, real) && !isWithin(realPath(folder), real))) {
    throw new Problem(400, 'database names a file that belongs to the instance itself.')
  }
  return file
}

/** Validates the `database` of a SQLite service; one with a lookup key is only known when it is opened. */
export const checkDatabaseFile: CheckConfig = ({ database }, { dataFolder, sysadmin }) => {
  if (typeof database !== 'string' || /\{[^{}]+\}/.test(database)) return null
  if (isAbsolute(database.trim()) && !sysadmin) {
    return { database: ['database: only system administrators may name a whole path.'] }
  }
  try {
    databaseFile(dataFolder, database)
    return null
  } catch (error) {
    if (error instanceof Problem) return { database: [error.message] }
    throw error
  }
}

/** Where a service with these settings has its database file; `null` if that depends on a lookup key, or if it cannot have one. */
export function databasePath({ database }: Readonly<Record<string, unknown>>, dataFolder: string): string | null {
  if (typeof database !== 'string' || /\{[^{}]+\}/.test(database)) return null
  try {
    return realPath(databaseFile(dataFolder, database))
  } catch {
    return null
  }
}

function isWithin(folder: string, file: string): boolean {
  const way = relative(folder, file)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** Resolves links as far as the path exists. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(realPath(parent), basename(path))
  }
}
