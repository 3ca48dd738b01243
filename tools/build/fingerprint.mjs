import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'

/**
 * A text that changes when a file is added or removed, or changes its size or modification time. Tests are ignored.
 *
 * It runs at each start, for thousands of files: glob patterns, `recursive` and `node:path` take twice as long, and the code
 * for patterns would stay in the memory of the server.
 * @param {string} root
 * @param {readonly string[]} sources files, and folders with everything in them, relative to `root`
 */
export function fingerprint(root, sources) {
  const states = sources.flatMap((source) => statesOf(root, source))
  return createHash('sha1').update(states.sort().join('\n')).digest('hex')
}

/**
 * @param {string} root
 * @param {string} path relative to `root`
 * @returns {string[]} one line per file
 */
function statesOf(root, path) {
  const found = statSync(`${root}/${path}`, { throwIfNoEntry: false })
  if (found === undefined) return []
  if (!found.isDirectory()) return [`${path}\0${found.size}\0${found.mtimeMs}`]
  return readdirSync(`${root}/${path}`).flatMap((name) =>
    /\.test\.tsx?$/.test(name) ? [] : statesOf(root, `${path}/${name}`),
  )
}
