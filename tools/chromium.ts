import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The build without windows comes first: the same journeys take it a quarter less processor time. */
const headless = 'chromium-headless-shell'
const names = [headless, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Path of an installed Chromium: `MILLWRIGHT_CHROMIUM`, otherwise the first known name on PATH or in /usr/bin. `null` if there is none. */
export function findChromium(): string | null {
  const named = process.env.MILLWRIGHT_CHROMIUM
  if (named !== undefined && named !== '') return existsSync(named) ? named : null
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin']
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable) ?? null
}

/** Like `findChromium`, but installs one with apt-get if necessary and permitted. */
export function findOrInstallChromium(): string | null {
  const found = findChromium()
  if (found !== null || process.env.MILLWRIGHT_CHROMIUM || process.getuid?.() !== 0) return found
  const aptGet = ['/usr/bin/apt-get'].find(isExecutable)
  if (aptGet === undefined) return null
  console.log('Installing Chromium (apt-get) …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = (...args: readonly string[]) =>
    spawnSync(aptGet, args, { stdio: ['ignore', 'ignore', 'inherit'], env, timeout: 8 * 60_000 }).status === 0
  const install = (...packages: readonly string[]) => run('install', '-y', '--no-install-recommends', ...packages)
  if (!run('update')) console.log('apt-get update failed.')
  // Not every distribution has the build without windows.
  if (!install(headless, 'fonts-liberation') && !install('chromium', 'fonts-liberation'))
    console.log('apt-get install failed.')
  return findChromium()
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
