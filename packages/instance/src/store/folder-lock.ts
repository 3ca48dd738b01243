import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createClosed } from '../engines/sqlite/sqlite-connection.ts'
import { sqliteOutage } from '../engines/sqlite/sqlite-problem.ts'

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
