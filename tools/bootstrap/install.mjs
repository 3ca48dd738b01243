import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Runs `npm ci` if node_modules does not match package-lock.json. The result is cached by the lock's hash, so that the next
 * start only reads one file.
 *
 * @param {string} root folder of package-lock.json
 * @throws {Error} with a readable message if npm fails
 */
export function installDependencies(root) {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const hash = createHash('sha256').update(lockText).digest('hex')
  const stamp = join(root, 'node_modules', '.cache', 'millwright', 'installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return

  if (!holdsWhatLockSays(root, lockText)) {
    console.error('Installing dependencies (npm ci) …')
    // Unsupported engines, funding and audits do not matter at a first start.
    npm(root, ['ci', '--loglevel=error', '--no-fund', '--no-audit'])
  }
  mkdirSync(join(stamp, '..'), { recursive: true })
  writeFileSync(stamp, hash)
}

/**
 * @param {string} root
 * @param {string[]} args
 */
export function npm(root, args) {
  const command = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const run = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
  if (run.error) throw new Error(`npm could not be started: ${run.error.message}`)
  if (run.status !== 0) throw new Error(`npm ${args[0]} failed; its messages are above.`)
}

/**
 * @param {string} root
 * @param {string} lockText
 */
function holdsWhatLockSays(root, lockText) {
  const hiddenLock = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(hiddenLock)) return false
  const wanted = JSON.parse(lockText).packages
  const present = JSON.parse(readFileSync(hiddenLock, 'utf8')).packages
  return Object.entries(wanted).every(([path, entry]) => {
    const belongsElsewhere = !path.startsWith('node_modules/') || entry.optional || entry.devOptional
    if (belongsElsewhere) return true
    return entry.link ? existsSync(join(root, path)) : present[path]?.version === entry.version
  })
}
