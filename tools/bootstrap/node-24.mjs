import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from './install.mjs'

const wantedMajor = 24

/**
 * The Node that tasks run on: the running one if it is new enough, otherwise one that is downloaded from the registry once.
 *
 * @param {string} root
 * @returns {string} path of the executable
 */
export function findNode(root) {
  if (Number(process.versions.node.split('.')[0]) >= wantedMajor) return process.execPath

  const version = readFileSync(join(root, '.node-version'), 'utf8').trim()
  const folder = join(root, 'node_modules', '.cache', 'millwright', `node-${version}`)
  const modules = join(folder, 'node_modules')
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  const path = join(modules, platformPackage(), 'bin', file)
  if (works(path)) return path

  console.error(`Fetching Node ${version}, as this is ${process.versions.node} …`)
  try {
    npm(root, ['install', '--no-save', '--loglevel=error', '--prefix', folder, `${platformPackage()}@${version}`])
  } catch {
    // Explained below.
  }
  if (works(path)) return path
  throw new Error(
    `Node ${wantedMajor} or newer is needed, this is ${process.versions.node}, and npm could not fetch it. ` +
      `Install Node ${wantedMajor} and run the command again.`,
  )
}

/** The package with the binary for this platform. */
function platformPackage() {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
  return `${prefix}-${platform}-${process.arch}`
}

/** @param {string} path */
function works(path) {
  return existsSync(path) && spawnSync(path, ['--version']).status === 0
}
