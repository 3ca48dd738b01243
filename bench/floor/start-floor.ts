import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type ServerProcess, startServer } from '../../tools/server-process.ts'

/** Starts the baseline server on a copy of an instance's database. */
export function startFloor(folder: string, database: string): Promise<ServerProcess> {
  return startServer([join(import.meta.dirname, 'server.ts'), database], { cwd: folder })
}

/** Copies the committed contents of a database that is in use. */
export function copyDatabase(from: string, to: string): void {
  const source = new DatabaseSync(from, { readOnly: true })
  try {
    source.exec(`vacuum into '${to.replaceAll("'", "''")}'`)
  } finally {
    source.close()
  }
}
