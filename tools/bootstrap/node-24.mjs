import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from './install.mjs'

const wantedMajor = 24

/**
 * The Node that tasks run on: the binary of the `node` package, which its install script downloads. If install scripts are
 * disabled, it is downloaded here; if that fails, the running Node is used if it is new enough.
 *
 * @param {string} root
 * @returns {string} path of the executable
 */
export function findNode(root) {
  const found = candidates(root).find(existsSync)
  if (found) return found
  const running = Number(process.versions.node.split('.')[0])
  if (running >= wantedMajor) return process.execPath

  console.error(`Fetching Node ${wantedMajor} …`)
  for (const args of [['rebuild', 'node'], fetchBinary(root)]) {
    try {
      npm(root, args)
    } catch {
      continue
    }
    const fetched = candidates(root).find(works)
    if (fetched) return fetched
  }
  throw new Error(
    `Node ${wantedMajor} or newer is needed, this is ${process.versions.node}, and npm could not fetch it. ` +
      `Install Node ${wantedMajor} and run the command again.`,
  )
}

/** @param {string} root */
function candidates(root) {
  const modules = join(root, 'node_modules')
  const platform = platformPackage()
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  return [
    join(modules, 'node', 'bin', file),
    join(modules, 'node', 'node_modules', platform, 'bin', file),
    join(modules, platform, 'bin', file),
    join(modules, '.cache', 'millwright', 'node', 'node_modules', platform, 'bin', file),
  ]
}

/**
 * npm arguments that install the platform's binary into its own folder, without install scripts.
 * @param {string} root
 */
function fetchBinary(root) {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules', 'node', 'package.json'), 'utf8'))
  const folder = join(root, 'node_modules', '.cache', 'millwright', 'node')
  return ['install', '--no-save', '--prefix', folder, `${platformPackage()}@${version}`]
}

function platformPackage() {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
  return `${prefix}-${platform}-${process.arch}`
}

/** @param {string} path */
function works(path) {
  return existsSync(path) && spawnSync(path, ['--version']).status === 0
}
