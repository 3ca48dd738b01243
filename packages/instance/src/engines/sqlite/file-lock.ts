import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { Semaphore } from '@millwright/connector/semaphore'
import { databaseBusy } from '../contention.ts'

/** Milliseconds that a write waits for earlier writes. */
const patience = 30_000

/** Locks that allow one writer per file, across services. SQLite's own lock would block the whole process until it timed out. */
const files = new Map<string, { readonly mutex: Semaphore; users: number }>()

export interface FileLock {
  readonly mutex: Semaphore
  /** Removes the lock when its last user closes it. */
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

/** Resolves symbolic links; for a file that does not exist yet, those of its folder. */
function realPath(file: string): string {
  const path = resolve(file)
  for (const known of [path, dirname(path)]) {
    try {
      const real = realpathSync(known)
      return known === path ? real : join(real, basename(path))
    } catch {
      // The file does not exist yet.
    }
  }
  return path
}
