/**
 * Entry point of every task in the root package.json: makes sure that dependencies are installed and that the task runs on the
 * right version of Node. Plain JavaScript without dependencies, as it runs before they are installed.
 *
 * Usage: `node tools/bootstrap.mjs <task> [arguments]`
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installDependencies } from './bootstrap/install.mjs'
import { findNode } from './bootstrap/node-24.mjs'
import { runInForeground } from './bootstrap/run-in-foreground.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Tasks that need no tools for tests and development. */
const tasksOfProduct = ['start', 'build']

/** @type {Readonly<Record<string, string>>} */
const tasks = {
  start: 'tools/start.mjs',
  dev: 'tools/dev.ts',
  build: 'tools/build.ts',
  pack: 'tools/pack.ts',
  release: 'tools/release.ts',
  test: 'tools/test.ts',
  attack: 'e2e/attack/main.ts',
  storm: 'e2e/storm/main.ts',
  bench: 'bench/main.ts',
  sizing: 'bench/sizing/main.ts',
  mutants: 'tools/mutants.ts',
  lock: 'tools/lock.ts',
  sbom: 'tools/sbom.ts',
  connectors: 'tools/connectors.ts',
  screenshot: 'e2e/screenshot.ts',
  walk: 'e2e/walk.ts',
}

const [task, ...rest] = process.argv.slice(2)
const script = task !== undefined && Object.hasOwn(tasks, task) ? tasks[task] : undefined
if (task === undefined || script === undefined || !existsSync(join(root, script))) {
  console.error(`Unknown task. Choose one of: ${Object.keys(tasks).join(', ')}.`)
  process.exit(2)
}

try {
  installDependencies(root, tasksOfProduct.includes(task) ? 'product' : 'all')
  const node = findNode(root)
  const quiet = '--disable-warning=ExperimentalWarning'
  runInForeground(node, [quiet, join(root, script), ...rest])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
