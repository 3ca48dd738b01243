import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `product`: what building and running the program needs. `all`: also the tools for tests and development.
 * @typedef {'product' | 'all'} Packages
 */

/** Bytes: less than a full installation. */
const little = 1_000_000_000

/**
 * Installs the packages of package-lock.json that node_modules lacks. Tools that are installed already are kept. The result is
 * cached by the lock's hash, so that the next start only reads one file.
 *
 * @param {string} root folder of package-lock.json
 * @param {Packages} needed
 * @throws {Error} with a readable message if npm fails
 */
export function installDependencies(root, needed) {
  const modules = join(root, 'node_modules')
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const hash = createHash('sha256').update(lockText).digest('hex')
  const stamp = join(modules, '.cache', 'millwright', 'installed')
  const found = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  if (found === `${hash} all` || found === `${hash} ${needed}`) return

  const packages = existsSync(join(modules, 'vitest')) ? 'all' : needed
  if (!holdsWhatLockSays(root, lockText, packages)) {
    console.error(
      packages === 'all'
        ? 'Installing dependencies, including the tools for tests and development …'
        : 'Installing what the program needs …',
    )
    const begun = existsSync(hiddenLock(root))
    // An interrupted installation must not look like a complete one, and is done again from nothing.
    for (const proof of [stamp, hiddenLock(root)]) rmSync(proof, { force: true })
    const command = begun ? ['install', '--no-save'] : ['ci']
    // Unsupported engines, funding and audits do not matter at a first start.
    npm(root, [
      ...command,
      packages === 'all' ? '--include=dev' : '--omit=dev',
      '--loglevel=error',
      '--no-fund',
      '--no-audit',
    ])
  }
  mkdirSync(join(stamp, '..'), { recursive: true })
  writeFileSync(stamp, `${hash} ${packages}`)
}

/**
 * @param {string} root
 * @param {string[]} args
 */
export function npm(root, args) {
  const command = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const run = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
  if (run.error) throw new Error(`npm could not be started: ${run.error.message}`)
  if (run.signal) throw new Error(`npm ${args[0]} was interrupted; run the command again.`)
  if (run.status !== 0) throw new Error(`npm ${args[0]} failed; its messages are above.${remarkOnDisk(root)}`)
}

/** @param {string} root */
function remarkOnDisk(root) {
  const { bavail, bsize } = statfsSync(root)
  const free = bavail * bsize
  return free < little ? ` The disk may be full: ${Math.round(free / 1_000_000)} MB are free in ${root}.` : ''
}

/** @param {string} root */
function hiddenLock(root) {
  return join(root, 'node_modules', '.package-lock.json')
}

/**
 * @param {string} root
 * @param {string} lockText
 * @param {Packages} packages
 */
function holdsWhatLockSays(root, lockText, packages) {
  if (!existsSync(hiddenLock(root))) return false
  const wanted = JSON.parse(lockText).packages
  const present = JSON.parse(readFileSync(hiddenLock(root), 'utf8')).packages
  return Object.entries(wanted).every(([path, entry]) => {
    const belongsElsewhere = !path.startsWith('node_modules/') || entry.optional || entry.devOptional
    if (belongsElsewhere || (packages === 'product' && entry.dev)) return true
    return entry.link ? existsSync(join(root, path)) : present[path]?.version === entry.version
  })
}
