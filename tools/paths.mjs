import { dirname, join } from 'node:path'

/** Folder of the repository. */
export const root = dirname(import.meta.dirname)

/** Disposable files that are recreated: build stamps, compiled code. */
export const cacheFolder = join(root, 'node_modules', '.cache', 'millwright')

/**
 * Path of an installed command-line tool.
 * @param {string} name
 */
export function tool(name) {
  return join(root, 'node_modules', '.bin', name)
}
