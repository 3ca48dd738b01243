import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Paths of all files in a folder, relative to it. */
export function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
}

/**
 * Keeps in a new build files of the one before, so that pages which people have open and servers which run still find what
 * they load later. `names`: those that the build before made itself.
 */
export function carryOver(before: string, fresh: string, names: readonly string[]): void {
  for (const name of names) {
    const [source, target] = [join(before, name), join(fresh, name)]
    if (existsSync(target) || !existsSync(source)) continue
    mkdirSync(dirname(target), { recursive: true })
    copyFileSync(source, target)
  }
}
