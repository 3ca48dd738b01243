import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { availableMemory } from 'node:process'

/** Where Linux keeps files in memory. */
const place = '/dev/shm'
/** Bytes that must be free, several times what a run has there at any moment. */
const needed = 6 * 2 ** 30

/**
 * Has tests, browsers and database servers keep their temporary folders in memory, if there is enough of it: most of the system time of a run
 * went into files that exist for a second. Removed when this process ends.
 */
export function keepFoldersInMemory(env: NodeJS.ProcessEnv): void {
  if (Math.min(availableMemory(), freeBytes(place)) < needed) return
  const folder = mkdtempSync(`${place}/millwright-`)
  // Database servers run as users of their own.
  chmodSync(folder, 0o711)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  env.TMPDIR = folder
}

function freeBytes(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize
  } catch {
    return 0
  }
}
