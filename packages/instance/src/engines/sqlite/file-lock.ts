import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { Semaphore } from '../../platform/semaphore.ts'
import { databaseBusy } from '../database-busy.ts'

/** Milliseconds that a change waits for those before it. */
const patience = 30_000

/** One writer of a file at a time, whichever services they belong to: SQLite itself would stop the whole process until one gave up. */
const files = new Map<string, { readonly mutex: Semaphore; users: number }>()

export interface FileLock {
  readonly mutex: Semaphore
  /** Forgets the file with the last of its users. */
  close(): void
}

export function fileLock(file: string): FileLock {
  const path = realPath(file)
  const known = files.get(path) ?? { mutex: new Semaphore({ patience, refusal: databaseBusy }), users: 0 }
  files.set(path, known)
  known.users += 1
  return {
    mutex: known.mutex,
    close() {
      known.users -= 1
      if (known.users === 0) files.delete(path)
    },
  }
}

/** With links followed; a file that is not there yet is known by its folder. */
function realPath(file: string): string {
  const path = resolve(file)
  for (const known of [path, dirname(path)]) {
    try {
      const real = realpathSync(known)
      return known === path ? real : join(real, basename(path))
    } catch {
      // Not there yet.
    }
  }
  return path
}
