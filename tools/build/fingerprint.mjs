import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'

/**
 * A text that changes when one of the files is added, removed, or changes its size or time of modification. Tests do not count.
 *
 * It is part of each start, for thousands of files: patterns, `recursive` and the functions of `node:path` take twice as long, and what
 * reads patterns stays in the memory of the server that is started.
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
 * @returns {string[]} a line for each file
 */
function statesOf(root, path) {
  const found = statSync(`${root}/${path}`, { throwIfNoEntry: false })
  if (found === undefined) return []
  if (!found.isDirectory()) return [`${path}\0${found.size}\0${found.mtimeMs}`]
  return readdirSync(`${root}/${path}`).flatMap((name) =>
    /\.test\.tsx?$/.test(name) ? [] : statesOf(root, `${path}/${name}`),
  )
}
