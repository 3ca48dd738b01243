import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasPostgresPrograms, openPostgresServer } from '@millwright/instance/testing/counterparts/postgres-server'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { packProgram } from '../../tools/pack/pack-program.ts'
import { root } from '../../tools/paths.mjs'
import { startServer } from '../../tools/server-process.ts'
import { signIn } from '../harness/api.ts'
import { processesOf } from '../harness/child-processes.ts'
import { firstAdmin } from '../harness/instance.ts'

const folder = mkdtempSync(join(tmpdir(), 'millwright-packed-'))
const installed = join(folder, 'node_modules', 'millwright')
const bin = join(installed, 'bin', 'millwright.cjs')

beforeAll(async () => {
  const archive = await packProgram(folder)
  mkdirSync(join(folder, 'cache'))
  // An empty cache and no registry, so that a missing dependency fails here.
  const args = ['install', '--offline', '--cache', join(folder, 'cache'), '--no-audit', '--no-fund', archive]
  const install = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
  if (install.status !== 0) throw new Error(install.stderr)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  return { status, stdout, stderr }
}

test('an older version of Node.js prints the required version and runs nothing', () => {
  const pretend = `Object.defineProperty(process.versions, 'node', { value: '18.20.8' })
    require(${JSON.stringify(bin)})`
  expect(run('-e', pretend)).toEqual({
    status: 1,
    stdout: '',
    stderr: 'millwright: Node 24 or newer is needed, and this is Node 18.20.8. Install one, then try again.\n',
  })
})

const older = ['/usr/bin/node', '/usr/local/bin/node'].find((path) => {
  const version = existsSync(path) ? spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout : ''
  return /^v\d+\./.test(version) && Number(version.slice(1).split('.')[0]) < 24
})

test.skipIf(older === undefined)('a real older version of Node.js does so, too', () => {
  const { status, stderr } = spawnSync(older ?? '', [bin, 'serve'], { encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toMatch(
    /^millwright: Node 24 or newer is needed, and this is Node \S+\. Install one, then try again\.\n$/,
  )
})

test('the package has no dependencies, stays small, and includes the notices of the software that it contains', () => {
  expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['millwright'])
  const files = readdirSync(installed, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  // A tenth of this is pictures of the guide.
  expect(bytes).toBeLessThan(24_000_000)
  expect(files.filter(({ name }) => name.endsWith('.ts') || name.endsWith('.node'))).toEqual([])
  const notices = readFileSync(join(installed, 'THIRD-PARTY-NOTICES.txt'), 'utf8')
  const { components } = JSON.parse(readFileSync(join(installed, 'millwright.cdx.json'), 'utf8'))
  for (const name of ['fastify', 'react', 'ssh2']) {
    expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+`, 'm'))
    expect(components).toContainEqual(expect.objectContaining({ name }))
  }
})

test('--version prints the version of the repository', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(run(bin, '--version')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' })
})

test('creates a connector, only once, and prints how to use it', () => {
  const made = run(bin, 'connector', 'new', 'files', './letters')
  expect(made).toMatchObject({ status: 0, stderr: '' })
  expect(made.stdout).toContain("services of the type 'letters'")
  expect(run(bin, 'connector', 'new', 'files', './letters')).toMatchObject({ status: 1 })
})

test('serves console and API, runs scripts and connectors, and exits with 0 on SIGTERM', async () => {
  const server = await startServer([bin, 'serve'], {
    cwd: folder,
    env: {
      MILLWRIGHT_PORT: '0',
      MILLWRIGHT_DATA: join(folder, 'data'),
      MILLWRIGHT_ADMIN_EMAIL: firstAdmin.email,
      MILLWRIGHT_ADMIN_PASSWORD: firstAdmin.password,
      MILLWRIGHT_STOP_DELAY: '0',
      MILLWRIGHT_CONNECTORS: './letters',
    },
  })
  try {
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
    const page = await (await fetch(`${server.url}/login`)).text()
    const script = /<script [^>]*src="([^"]+)"/.exec(page)?.[1] ?? ''
    expect((await fetch(new URL(script, server.url))).headers.get('content-type')).toContain('javascript')
    const api = await signIn(server.url, firstAdmin)
    const resource = [
      { name: 'sum', label: 'Sum', type: 'nodejs', is_active: true, config: { content: 'return { sum: 40 + 2 }' } },
    ]
    expect((await api.call('POST', 'system/service', { resource })).status).toBe(201)
    expect(await api.call('GET', 'sum')).toMatchObject({ status: 200, body: { sum: 42 } })
    const shelf = { name: 'shelf', label: 'Shelf', type: 'letters', is_active: true, config: { container: 'all' } }
    expect((await api.call('POST', 'system/service', { resource: [shelf] })).status).toBe(201)
    expect((await api.call('POST', 'shelf/', { resource: [{ name: 'a.txt', content: 'x' }] })).status).toBe(201)
    expect(await api.call('GET', 'shelf/')).toMatchObject({ body: { resource: [{ path: 'a.txt' }] } })
    expect(server.output()).not.toContain('Warning')
  } finally {
    expect(await server.stop('SIGTERM')).toBe(0)
  }
})

test.skipIf(!hasPostgresPrograms)('serves in several workers on PostgreSQL', async () => {
  const database = await openPostgresServer({ durable: false })
  onTestFinished(database.close)
  const server = await startServer([bin, 'serve', '--workers', '2'], {
    cwd: folder,
    env: {
      MILLWRIGHT_PORT: '0',
      MILLWRIGHT_DATA: join(folder, 'shared'),
      MILLWRIGHT_DATABASE_URL: database.url,
      MILLWRIGHT_SECRET: '5a'.repeat(32),
      MILLWRIGHT_ADMIN_EMAIL: firstAdmin.email,
      MILLWRIGHT_ADMIN_PASSWORD: firstAdmin.password,
      MILLWRIGHT_STOP_DELAY: '0',
    },
  })
  try {
    // One more looks for a moment how well this machine isolates scripts.
    await expect.poll(() => processesOf(server.pid)).toHaveLength(2)
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
    const api = await signIn(server.url, firstAdmin)
    expect((await api.call('GET', 'system/role')).status).toBe(200)
  } finally {
    expect(await server.stop('SIGTERM')).toBe(0)
  }
})
