import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../paths.mjs'
import { besideProgram } from './beside.mjs'

/**
 * A folder that is built from sources.
 *
 * @typedef {object} Product
 * @property {string} name
 * @property {string} folder output folder, relative to the repository
 * @property {readonly string[]} sources files that it is built from, and folders with everything in them but tests, relative to
 * the repository
 */

const connectors = readdirSync(join(root, 'packages')).filter(
  (name) => name.startsWith('connector-') && !besideProgram.includes(name),
)

/**
 * The program: instance and command line in few files, for a fast start.
 * @type {Product}
 */
export const program = {
  name: 'program',
  folder: 'packages/cli/dist',
  sources: [
    ...['contract', 'connector', 'instance', 'cli', ...connectors].flatMap(sourcesOfPackage),
    'tools/build/build-program.ts',
  ],
}

/**
 * The console, with a Brotli copy of each file.
 * @type {Product}
 */
export const pages = {
  name: 'pages',
  folder: 'packages/console/dist',
  sources: [
    ...['contract', 'console'].flatMap(sourcesOfPackage),
    ...['build', 'index.html', 'vite.config.ts'].map((path) => `packages/console/${path}`),
    'docs/guide',
    'tools/build/build-pages.ts',
  ],
}

/** @param {string} name */
function sourcesOfPackage(name) {
  return [`packages/${name}/package.json`, `packages/${name}/src`]
}
