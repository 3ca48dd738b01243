import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installDependencies } from './install.mjs'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'millwright-install-'))
  const packages = {
    'node_modules/fastify': { version: '5.0.0' },
    'node_modules/vitest': { version: '4.0.0', dev: true },
  }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
  mkdirSync(join(root, 'bin'))
  vi.stubEnv('PATH', `${join(root, 'bin')}${delimiter}${process.env.PATH}`)
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true })
})

/** Puts a program named npm first on the PATH: it notes its arguments, and does what a script says. */
function provideNpm(script: string): void {
  const path = join(root, 'bin', 'npm')
  writeFileSync(
    path,
    `#!/usr/bin/env node\n${script}\nrequire('node:fs').appendFileSync('calls', process.argv.slice(2, 5).join(' ') + '\\n')`,
  )
  chmodSync(path, 0o755)
}
/** Installs, as npm would. */
const installing = `
  const fs = require('node:fs')
  const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'))
  const chosen = Object.entries(packages).filter(([, { dev }]) => !dev || process.argv.includes('--include=dev'))
  for (const [path] of chosen) fs.mkdirSync(path, { recursive: true })
  fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(chosen) }))`
const calls = () =>
  existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8').trim().split('\n') : []

test('a failed installation is reported in a sentence, and repeated from nothing', () => {
  provideNpm(installing)
  installDependencies(root, 'product')
  provideNpm('process.exitCode = 1')
  expect(() => installDependencies(root, 'all')).toThrow(/^npm install failed; its messages are above\./)
  provideNpm(installing)
  installDependencies(root, 'product')
  expect(calls()).toEqual([
    'ci --omit=dev --loglevel=error',
    'install --no-save --include=dev',
    'ci --omit=dev --loglevel=error',
  ])
})

test('an interrupted installation is reported as such', () => {
  provideNpm("process.kill(process.pid, 'SIGKILL')")
  expect(() => installDependencies(root, 'product')).toThrow('npm ci was interrupted; run the command again.')
})

test('a machine without npm is told so', () => {
  vi.stubEnv('PATH', join(root, 'bin'))
  expect(() => installDependencies(root, 'product')).toThrow(/^npm could not be started: /)
})

test('the program is installed without tools, which are added once and kept', () => {
  provideNpm(installing)
  installDependencies(root, 'product')
  installDependencies(root, 'product')
  expect(existsSync(join(root, 'node_modules', 'vitest'))).toBe(false)
  installDependencies(root, 'all')
  installDependencies(root, 'product')
  expect(existsSync(join(root, 'node_modules', 'vitest'))).toBe(true)
  expect(calls()).toEqual(['ci --omit=dev --loglevel=error', 'install --no-save --include=dev'])
})

test('a changed lock is installed with the tools if they are there', () => {
  provideNpm(installing)
  installDependencies(root, 'all')
  const packages = {
    'node_modules/fastify': { version: '5.0.1' },
    'node_modules/vitest': { version: '4.0.0', dev: true },
  }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
  installDependencies(root, 'product')
  expect(calls()).toEqual(['ci --include=dev --loglevel=error', 'install --no-save --include=dev'])
})
