import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../platform/settings/config.ts'
import { createServiceKinds } from '../../../service-kinds.ts'
import { testInstance } from '../../../testing/test-instance.ts'
import { createTestDatabase, hasPostgresServer } from '../../../testing/test-postgres.ts'
import { examine } from './doctor.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millwright-doctor-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const config = (env: Record<string, string> = {}) =>
  readConfig({ MILLWRIGHT_DATA: folder, MILLWRIGHT_PORT: '0', ...env })
const statesOf = async (given: ReturnType<typeof config>) =>
  Object.fromEntries((await examine(given, createServiceKinds())).map(({ name, state }) => [name, state]))
const noteOf = async (name: string, given: ReturnType<typeof config>) =>
  (await examine(given, createServiceKinds())).find((finding) => finding.name === name)

test('reports an unreadable secret and an unreachable Redis as failures, with solutions', async () => {
  await mkdir(join(folder, 'secret'))
  const given = config({ MILLWRIGHT_REDIS_URL: 'redis://127.0.0.1:9' })
  expect(await statesOf(given)).toMatchObject({ secret: 'failure', redis: 'failure' })
  expect((await noteOf('secret', given))?.note).toContain(join(folder, 'secret'))
  expect((await noteOf('redis', given))?.note).toContain('127.0.0.1:9')
})

test('accepts a folder without an instance, and leaves it unchanged', async () => {
  const given = config({ MILLWRIGHT_DATA: join(folder, 'none') })
  expect(await statesOf(given)).toMatchObject({ 'data folder': 'warning', secret: 'warning', store: 'warning' })
  expect(await noteOf('store', config())).toMatchObject({
    state: 'warning',
    note: expect.stringContaining(`no instance in the data folder ${folder}`),
  })
  expect(await readdir(folder)).toEqual([])
})

test('reports a port in use by another program as a failure', async () => {
  const other = createServer((_, response) => response.end('{}'))
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
  const { port } = other.address() as AddressInfo
  const found = await noteOf('port', config({ MILLWRIGHT_PORT: String(port) }))
  await new Promise((closed) => other.close(closed))
  expect(found).toMatchObject({ state: 'failure', note: expect.stringContaining('in use by another program') })
})

test('reports a missing secret, or one that does not match the store, as a failure', async () => {
  const { parts } = await testInstance()
  const file = join(parts.config.dataFolder, 'secret')
  await rm(file, { force: true })
  expect(await noteOf('store', { ...parts.config, secret: null })).toMatchObject({
    state: 'failure',
    note: expect.stringContaining(`There is no secret in ${file} and in MILLWRIGHT_SECRET`),
  })
  expect(await noteOf('store', { ...parts.config, secret: '00'.repeat(32) })).toMatchObject({
    state: 'failure',
    note: expect.stringContaining('The secret does not match'),
  })
})

test.skipIf(!(await hasPostgresServer()))(
  'reports a listening URL that leads to another database as a failure, as a node on it does',
  async () => {
    const elsewhere = await createTestDatabase()
    onTestFinished(elsewhere.drop)
    const databaseListenUrl = elsewhere.url
    const { server, parts } = await testInstance({ engine: 'postgres', config: { databaseListenUrl } })
    const reason = expect.stringContaining('leads to another server or database')
    expect(await noteOf('store', parts.config)).toMatchObject({ state: 'failure', note: reason })
    const ready = await server.inject('/health/ready')
    expect([ready.statusCode, ready.json().checks]).toEqual([200, expect.objectContaining({ changes: reason })])
  },
)

test('finds no problems in a running instance', async () => {
  const { parts, server } = await testInstance()
  await server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.server.address() as AddressInfo
  const given = { ...parts.config, port, publicUrl: `http://127.0.0.1:${port}` }
  expect(await statesOf(given)).toMatchObject({ secret: 'ok', store: 'ok', port: 'ok', 'public URL': 'ok' })
  await writeFile(join(parts.config.dataFolder, 'secret'), '5a'.repeat(32), { mode: 0o644 })
  expect(await noteOf('secret', { ...given, secret: null })).toMatchObject({
    state: 'warning',
    note: expect.stringContaining('chmod 600'),
  })
})
