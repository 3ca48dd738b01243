import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { Mutex } from '../../store/mutex.ts'

/** Milliseconds that a change waits for those before it. */
const patience = 30_000

/** The turns of writers of a file, whichever services they belong to: SQLite itself would stop the whole process until one gave up. */
const files = new Map<string, { readonly turn: Mutex; users: number }>()

export interface FileTurn {
  readonly turn: Mutex
  /** Forgets the file with the last of its users. */
  leave(): void
}

export function fileTurn(file: string): FileTurn {
  const path = realPath(file)
  const known = files.get(path) ?? { turn: new Mutex(patience), users: 0 }
  files.set(path, known)
  known.users += 1
  return {
    turn: known.turn,
    leave() {
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
