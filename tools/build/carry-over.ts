import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Paths of all files in a folder, relative to it. */
export function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
}

/**
 * Copies files of the previous build to a new one, so that open pages and running servers still find chunks that they load
 * later. `names`: files that the previous build created itself.
 */
export function carryOver(before: string, fresh: string, names: readonly string[]): void {
  for (const name of names) {
    const source = join(before, name)
    const target = join(fresh, name)
    if (existsSync(target) || !existsSync(source)) continue
    mkdirSync(dirname(target), { recursive: true })
    copyFileSync(source, target)
  }
}
