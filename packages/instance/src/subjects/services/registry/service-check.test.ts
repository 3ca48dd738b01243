import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { secretMask } from '@millwright/contract/records/lookup'
import type { ServiceCheck, ServiceHealth } from '@millwright/contract/wire/services'
import { describe, expect, onTestFinished, test } from 'vitest'
import { relayTo } from '../../../platform/connections/relay.ts'
import { suiteEngines } from '../../../testing/databases/test-engines.ts'
import { restrictedAdmin } from '../../../testing/restricted-admin.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

const instance = sharedInstance()
const { send, make, root, parts } = instance

type Options = Parameters<typeof send>[2]
const check = (body: object, by: Options = { as: root }) =>
  send<ServiceCheck & { error?: { context: unknown } }>('POST', 'system/service_check', { ...by, body })

async function stored(name: string, type: string, config: object): Promise<number> {
  const body = { name, type, is_active: true, config }
  const made = await send<{ resource: [{ id: number }] }>('POST', 'system/service', { as: root, body })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body.resource[0].id
}

/** Returns a port on which no server listens. */
async function closedPort(): Promise<number> {
  const relay = await relayTo('127.0.0.1', 1)
  await relay.close()
  return relay.port
}

const sqlite = (database: string) => ({ type: 'sqlite', config: { database } })

describe('testing unsaved settings of a service', () => {
  test('is limited to callers who could save them', async () => {
    expect((await check(sqlite('a.sqlite'), {})).status).toBe(400)
    expect((await check(sqlite('a.sqlite'), { as: await make.user() })).status).toBe(400)
    const forUsers = await restrictedAdmin(instance, ['users'])
    expect((await check(sqlite('a.sqlite'), forUsers)).status).toBe(403)
    const forServices = await restrictedAdmin(instance, ['services'])
    expect((await check(sqlite('a.sqlite'), forServices)).status).toBe(200)
    expect((await check(sqlite('/etc/passwd'), forServices)).status).toBe(400)
    expect((await check({ type: 'ldap', config: { host: '127.0.0.1' } }, forServices)).status).toBe(403)
  })

  test('rejects settings that could not be saved', async () => {
    const refused = await check({ type: 'pgsql', config: { port: 'many' } })
    expect(refused.status).toBe(400)
    expect(refused.body.error?.context).toMatchObject({ host: expect.anything(), port: expect.anything() })
    expect((await check({ type: 'nothing-like-that', config: {} })).status).toBe(400)
    expect((await check({ type: 'system', config: {} })).status).toBe(400)
    expect((await check({ ...sqlite('a.sqlite'), id: 'one' })).status).toBe(400)
    expect((await check({ ...sqlite('a.sqlite'), id: 987654 })).status).toBe(404)
    expect((await send('PUT', 'system/service_check', { as: root, body: sqlite('a.sqlite') })).status).toBe(400)
  })

  test('rejects types without a connection', async () => {
    const { status, body } = await check({ type: 'local_email', config: {} })
    expect([status, body.success]).toEqual([200, true])
    expect((await check({ type: 'local_file', config: { container: 'x' } })).status).toBe(400)
  })

  test('sends no stored secret to another server', async () => {
    const config = { host: '127.0.0.1', port: await closedPort(), database: 'shop', username: 'u', password: 's3cret' }
    const id = await stored('kept-secret', 'pgsql', config)
    const moved = await check({ id, config: { ...config, host: 'evil.example.test', password: secretMask } })
    expect(moved.status).toBe(400)
    expect(moved.body.error?.context).toMatchObject({ password: expect.anything() })
    const same = await check({ id, config: { ...config, password: secretMask } })
    expect([same.status, same.body.success]).toEqual([200, false])
  })

  test('reports an unreachable server with the reason, without the password', async () => {
    const port = await closedPort()
    const config = { host: '127.0.0.1', port, database: 'shop', username: 'ann', password: 's3cret' }
    const { status, body } = await check({ type: 'pgsql', config })
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: false, tables: null, reason: expect.stringContaining(`127.0.0.1:${port}`) })
    expect(JSON.stringify(body)).not.toContain('s3cret')
    expect(body.reason).toContain('cannot be used now')
  })

  test('stores neither a service nor a file', async () => {
    const before = (await parts.store.db.selectFrom('service').select('id').execute()).length
    const { body } = await check(sqlite('untouched.sqlite'))
    expect(body).toEqual({ success: true, reason: null, tables: 0, warnings: [] })
    expect(existsSync(join(parts.config.dataFolder, 'databases', 'untouched.sqlite'))).toBe(false)
    expect((await parts.store.db.selectFrom('service').select('id').execute()).length).toBe(before)
  })
})

describe.each(suiteEngines)('a $name database that responds', ({ type, keepsSessions, create }) => {
  test.skipIf(type !== 'sqlite' && !keepsSessions)('reports its number of tables', async () => {
    const { config, drop } = await create()
    onTestFinished(drop)
    const name = `counted_${type}`
    await stored(name, type, config)
    const table = { name: 'note', field: [{ name: 'id', type: 'id' }] }
    expect((await send('POST', `${name}/_schema`, { as: root, body: { resource: [table] } })).status).toBe(200)
    expect((await check({ type, config })).body).toMatchObject({ success: true, tables: 1 })
  })
})

test('the results of the latest calls are shown to callers who may read services, without new calls', async () => {
  const port = await closedPort()
  const away = await stored('away', 'pgsql', { host: '127.0.0.1', port, database: 'shop' })
  const here = await stored('here', 'sqlite', { database: 'here.sqlite' })
  const health = async (id: number, by: Options = { as: root }) => {
    const { body } = await send<{ health?: ServiceHealth[] }>('GET', `system/service/${id}?related=health`, by)
    return body.health
  }
  expect(await health(away, await restrictedAdmin(instance, ['users']))).toBeUndefined()
  expect(await health(away)).toEqual([])

  await send('GET', 'away/_schema', { as: root })
  await send('GET', 'here/_schema', { as: root })
  expect(await health(away)).toMatchObject([{ healthy: false, reason: expect.stringContaining(String(port)) }])
  expect(await health(here)).toMatchObject([{ healthy: true, reason: null }])

  await send('PATCH', `system/service/${away}`, { as: root, body: { config: { port: port + 1 } } })
  expect(await health(away)).toEqual([])
})
