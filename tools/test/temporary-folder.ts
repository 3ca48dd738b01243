import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { availableMemory } from 'node:process'
import { oneFailed, onePassed } from './counts.ts'
import type { Step } from './step.ts'

/** Where Linux keeps files in memory. */
const memory = '/dev/shm'
/** Bytes that must be free, several times what a run has there at any moment. */
const needed = 6 * 2 ** 30

/**
 * Gives tests, browsers and database servers a temporary folder of their own, in memory if there is enough of it: most of the system time of a
 * run went into files that exist for a second. Removed when this process ends.
 */
export function useOwnTemporaryFolder(env: NodeJS.ProcessEnv): string {
  const isRoomy = Math.min(availableMemory(), freeBytes(memory)) >= needed
  const folder = mkdtempSync(join(isRoomy ? memory : tmpdir(), 'millwright-'))
  // Database servers run as users of their own.
  chmodSync(folder, 0o711)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  env.TMPDIR = folder
  return folder
}

function freeBytes(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize
  } catch {
    return 0
  }
}

/** The last step: fails if tests that have ended left folders of theirs behind. */
export function nothingLeftBehind(folder: string): Step {
  return {
    name: 'nothing left behind',
    async run() {
      const left = foldersIn(folder)
      return left.length === 0
        ? { counts: onePassed, output: '' }
        : { counts: oneFailed, output: `Tests left behind, with what is in it:\n${left.join('\n')}` }
    },
  }
}

/** Each with what is in it, as that tells whose it is. */
function foldersIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.startsWith('millwright-'))
    .map(({ name }) => `  ${name}: ${contentOf(join(folder, name))}`)
}

const contentOf = (folder: string): string => readdirSync(folder, { recursive: true }).join(' ').slice(0, 300)
