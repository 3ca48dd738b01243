import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSecret } from '../../../platform/vault.ts'
import { openStore } from '../../../store/open-store.ts'
import { engines, openTestStore, type TestStore } from '../../../testing/test-store.ts'
import { createPasswords } from '../../identity/people/passwords.ts'
import { type SeedParts, seed } from './seed.ts'

const passwords = createPasswords({ memory: 8, passes: 1, lanes: 1 })
const secret = '0123456789abcdef'.repeat(2)
const { vault } = openSecret({ secret, dataFolder: '' })
const start = Date.UTC(2026, 10, 20, 21, 50, 1)

describe.each(engines)('seeding on %s', (engine) => {
  let test: TestStore
  const db = () => test.store.db

  beforeEach(async () => {
    test = await openTestStore(engine)
  })
  afterEach(() => test.close())

  const parts = (
    firstAdmin: SeedParts['config']['firstAdmin'] = { email: null, password: null },
    sampleData = false,
  ): SeedParts => ({
    store: test.store,
    config: { firstAdmin, passwordMinLength: 5, dataFolder: test.dataFolder, sampleData, configuration: null },
    clock: () => start,
    passwords,
    vault,
  })

  const everything = async () => ({
    users: await db().selectFrom('user').selectAll().orderBy('id').execute(),
    apps: await db().selectFrom('app').selectAll().orderBy('id').execute(),
    services: await db().selectFrom('service').selectAll().orderBy('id').execute(),
    templates: await db().selectFrom('email_template').selectAll().orderBy('id').execute(),
    settings: await db().selectFrom('setting').selectAll().execute(),
  })

  it('changes nothing the second time', async () => {
    await seed(parts())
    const before = await everything()
    expect(await seed(parts({ email: 'other@example.com', password: 'secret' }))).toBeNull()
    expect(await everything()).toEqual(before)
  })

  it('does not recreate what was deleted', async () => {
    await seed(parts())
    await db().deleteFrom('service').where('name', '=', 'files').execute()
    await seed(parts())
    expect(await db().selectFrom('service').select('id').where('name', '=', 'files').execute()).toEqual([])
  })

  it('leaves nothing behind if it fails', async () => {
    await db().insertInto('setting').values({ name: 'other', value: '' }).execute()
    const before = await everything()
    const failing = { hash: () => Promise.reject(new Error('no memory')) }
    await expect(seed({ ...parts(), passwords: failing })).rejects.toThrow('no memory')
    expect(await everything()).toEqual(before)
  })

  it('seeds once when two nodes start together', async () => {
    const second = engine === 'postgres' ? await openStore(test, Date.now) : test.store
    const made = await Promise.all([seed(parts()), seed({ ...parts(), store: second })])
    if (second !== test.store) await second.close()
    expect(made.filter((admin) => admin !== null)).toHaveLength(1)
    expect((await everything()).users).toHaveLength(1)
    expect((await everything()).apps).toHaveLength(3)
  })

  it('fails with another secret', async () => {
    await seed(parts())
    const other = openSecret({ secret: secret.replace('0', '1'), dataFolder: '' })
    await expect(seed({ ...parts(), vault: other.vault })).rejects.toThrow('The secret does not match')
  })

  it('creates a confirmed root administrator and returns the password once', async () => {
    const made = await seed(parts())
    expect(made).toEqual({ email: 'admin@example.com', generatedPassword: expect.stringMatching(/^[a-zA-Z2-9]{20}$/) })
    const [admin] = (await everything()).users
    expect(admin).toMatchObject({
      email: 'admin@example.com',
      username: 'admin@example.com',
      name: 'Admin',
      is_active: 1,
      is_sys_admin: 1,
      is_root_admin: 1,
      confirm_code: null,
      created_date: '2026-11-20T21:50:01.000000Z',
      revision: 1,
    })
    expect(await passwords.verify(made?.generatedPassword ?? '', admin?.password ?? null)).toBe(true)
  })

  it('uses the configured email and password, and does not return the password', async () => {
    const made = await seed(parts({ email: 'ann.lee@example.org', password: 'chosen one' }))
    expect(made).toEqual({ email: 'ann.lee@example.org', generatedPassword: null })
    const [admin] = (await everything()).users
    expect(admin).toMatchObject({ name: 'Ann Lee', first_name: 'Ann', last_name: 'Lee' })
    expect(await passwords.verify('chosen one', admin?.password ?? null)).toBe(true)
  })

  it('recreates an administrator if there is none, and keeps the apps', async () => {
    await seed(parts())
    const { apps } = await everything()
    await db().deleteFrom('user').execute()
    expect(await seed(parts())).not.toBeNull()
    expect((await everything()).apps).toEqual(apps)
  })

  it('creates three active apps with different keys and no default role', async () => {
    await seed(parts())
    const { apps } = await everything()
    expect(apps.map(({ name, type, is_active, role_id }) => ({ name, type, is_active, role_id }))).toEqual(
      ['admin', 'api_docs', 'file_manager'].map((name) => ({ name, type: 3, is_active: 1, role_id: null })),
    )
    for (const app of apps) expect(app.api_key).toMatch(/^[0-9a-f]{64}$/)
    expect(new Set(apps.map((app) => app.api_key)).size).toBe(3)
  })

  it('creates the services, of which those of the instance itself cannot be deleted', async () => {
    await seed(parts())
    const { services } = await everything()
    expect(services.map(({ name, type, mutable, deletable }) => [name, type, mutable, deletable])).toEqual([
      ['system', 'system', 0, 0],
      ['api_docs', 'swagger', 0, 0],
      ['files', 'local_file', 1, 1],
      ['logs', 'local_file', 1, 1],
      ['db', 'sqlite', 1, 1],
      ['email', 'local_email', 1, 1],
      ['user', 'user', 1, 0],
    ])
    expect(services.every((service) => service.is_active === 1)).toBe(true)
  })

  it('adds the sample as a separate service, which can be deleted permanently', async () => {
    const names = async () => (await everything()).services.map(({ name, type, deletable }) => [name, type, deletable])
    await seed(parts(undefined, true))
    expect((await names()).slice(-2)).toEqual([
      ['user', 'user', 0],
      ['sample', 'sqlite', 1],
    ])
    expect(existsSync(join(test.dataFolder, 'databases', 'db.sqlite'))).toBe(false)
    await db().deleteFrom('service').where('name', '=', 'sample').execute()
    await seed(parts(undefined, true))
    expect(await names()).not.toContainEqual(['sample', 'sqlite', 1])
  })

  it('adds no sample to an instance that was started before', async () => {
    await seed(parts())
    const before = await everything()
    await seed(parts(undefined, true))
    expect(await everything()).toEqual(before)
    expect(existsSync(join(test.dataFolder, 'databases', 'sample.sqlite'))).toBe(false)
  })

  it('creates the sample database once, if configured', async () => {
    const file = join(test.dataFolder, 'databases', 'sample.sqlite')
    await seed(parts())
    expect(existsSync(file)).toBe(false)
    await db().deleteFrom('setting').where('name', '=', 'shipped').execute()
    for (const table of ['app', 'service', 'email_template'] as const) await db().deleteFrom(table).execute()
    await seed(parts(undefined, true))
    const sample = new DatabaseSync(file)
    try {
      expect(sample.prepare('pragma foreign_key_check').all()).toEqual([])
      const rows = (table: string) => sample.prepare(`select 1 from ${table}`).all().length
      expect(['customer', 'staff', 'product_tag', 'order_line', 'open_order'].map(rows)).not.toContain(0)
      sample.exec('delete from order_line')
    } finally {
      sample.close()
    }
    const before = statSync(file).mtimeMs
    await seed(parts(undefined, true))
    expect(statSync(file).mtimeMs).toBe(before)
  })

  it('sets up both user services to send mail with the default templates', async () => {
    await seed(parts())
    const { services, templates } = await everything()
    const config = (name: string) => JSON.parse(services.find((service) => service.name === name)?.config ?? 'null')
    const template = (name: string) => templates.find((found) => found.name === name)?.id
    const mails = {
      invite_email_service_id: services.find((service) => service.name === 'email')?.id,
      invite_email_template_id: template('User Invite Default'),
      password_email_service_id: services.find((service) => service.name === 'email')?.id,
      password_email_template_id: template('Password Reset Default'),
    }
    expect(config('system')).toMatchObject(mails)
    expect(config('user')).toMatchObject({
      ...mails,
      allow_open_registration: false,
      open_reg_email_template_id: template('User Registration Default'),
    })
  })
})
