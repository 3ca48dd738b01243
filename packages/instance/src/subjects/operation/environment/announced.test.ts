import type { Environment } from '@millwright/contract/wire/environment'
import { describe, expect, it } from 'vitest'
import { version } from '../../../platform/version.ts'
import { sharedInstance, testInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'
import { readPackages } from './environment.ts'
import type { LaunchableApp } from './facts.ts'
import { launchUrl } from './sections.ts'

describe.each(engines)('the environment on %s', (engine) => {
  const { send, make, root, parts } = sharedInstance({ engine })
  const read = async (options: Parameters<typeof send>[2] = {}) =>
    (await send<Environment>('GET', 'system/environment', options)).body

  it('is read-only and has no subresources', async () => {
    for (const verb of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect((await send(verb, 'system/environment', { as: root, body: {} })).status).toBe(400)
    }
    expect((await send('GET', 'system/environment/5', { as: root })).status).toBe(404)
    expect((await send('POST', 'system/environment', { body: {} })).status).toBe(400)
  })

  it("shows anonymous callers the instance's name and colour, and nothing else of the stored settings", async () => {
    const value = { name: 'Production', colour: 'red', readOnly: true, note: 'for administrators' }
    await send('POST', 'system/custom', { as: root, body: { resource: [{ name: 'millwright', value }] } })
    expect((await read()).instance).toEqual({ name: 'Production', colour: 'red' })
    const app = await make.app()
    const restricted = await make.admin({ roles: [{ app_id: app.id, role_id: (await make.role()).id }] })
    expect((await read({ as: restricted })).instance).toEqual({ name: 'Production', colour: 'red' })
    expect((await read({ as: root })).instance).toEqual({ name: 'Production', colour: 'red', readOnly: true })
    for (const odd of [{ name: 'n'.repeat(101), colour: 5 }, 'text', [], null]) {
      await send('PATCH', 'system/custom/millwright', { as: root, body: { value: odd } })
      expect((await read()).instance ?? {}).toEqual({})
      expect((await read({ as: root })).instance).toEqual({ readOnly: null })
    }
    await send('DELETE', 'system/custom/millwright', { as: root })
    expect(await read()).not.toHaveProperty('instance')
  })

  it('shows anonymous callers how to log in, and nothing about the machine', async () => {
    const payload = { email: 'string', password: 'string', remember_me: 'bool' }
    expect(await read()).toEqual({
      authentication: {
        admin: { path: 'system/admin/session', verb: 'POST', payload },
        user: { path: 'user/session', verb: 'POST', payload },
        oauth: [],
        adldap: [],
        saml: [],
        allow_open_registration: false,
        open_reg_email_service_id: expect.any(Number),
        allow_forever_sessions: false,
        login_attribute: 'email',
        password_min_length: 5,
      },
      apps: [],
      platform: { root_admin_exists: true },
    })
  })

  it('shows callers with an API key no more, unless the app has a role', async () => {
    const bare = await make.app()
    const open = await make.app({ role_id: (await make.role()).id })
    expect(Object.keys(await read({ key: bare.api_key }))).toEqual(['authentication', 'apps', 'platform'])
    const more = await read({ key: open.api_key })
    expect(more).toMatchObject({
      platform: { version, features: expect.arrayContaining(['etag', 'outbox']) },
      config: { resources_wrapper: 'resource' },
    })
    expect(more).not.toHaveProperty('runtime')
  })

  it('shows signed-in callers the platform, but paths and packages only to administrators', async () => {
    const app = await make.app()
    const restricted = await make.admin({ roles: [{ app_id: app.id, role_id: (await make.role()).id }] })
    for (const person of [await make.user(), restricted]) {
      const { platform, runtime, server, client } = await read({ as: person })
      expect(Object.keys(platform ?? {}).sort()).toEqual([
        'bitnami_demo',
        'features',
        'is_hosted',
        'is_trial',
        'license',
        'license_key',
        'root_admin_exists',
        'secured_package_export',
        'version',
      ])
      expect(runtime).toBeUndefined()
      expect(server).toMatchObject({ server_os: expect.any(String), machine: expect.any(String) })
      expect(client).toMatchObject({ ip_address: '127.0.0.1', locale: 'en' })
    }
  })

  it('shows administrators everything', async () => {
    const { platform, runtime } = await read({ as: root, headers: { 'accept-language': 'de-CH,de' } })
    expect(runtime).toEqual({ name: 'Node.js', version: process.version, server_api: 'http' })
    expect(platform).toMatchObject({
      app_debug: false,
      bitnami_demo: false,
      db_driver: engine === 'sqlite' ? 'sqlite' : 'pgsql',
      license: 'OPEN SOURCE',
    })
    expect(platform?.packages).toContainEqual({ name: 'kysely', version: expect.stringMatching(/^\d+\.\d+/) })
  })

  it('lists the apps that the caller may launch', async () => {
    const role = await make.role()
    const forAll = await make.app({ name: 'for all', type: 2, role_id: role.id })
    const forSome = await make.app({ name: 'for some', type: 2 })
    const hidden = [
      await make.app({ type: 2, is_active: false, role_id: role.id }),
      await make.app({ role_id: role.id }),
    ]
    const user = await make.user({ roles: [{ app_id: forSome.id, role_id: role.id }] })
    const ids = async (options?: Parameters<typeof read>[0]) => (await read(options)).apps?.map(({ id }) => id)
    expect(await ids()).toEqual([forAll.id])
    expect(await ids({ as: await make.user() })).toEqual([forAll.id])
    expect(await ids({ as: user })).toEqual([forAll.id, forSome.id])
    const all = (await ids({ as: root })) ?? []
    expect(all).toEqual(expect.arrayContaining([forAll.id, forSome.id]))
    for (const { id } of hidden) expect(all).not.toContain(id)
    const entry = (await read({ as: root })).apps?.find(({ name }) => name === 'admin')
    expect(entry).toMatchObject({
      url: expect.stringMatching(/^http:\/\/.+\/home$/),
      is_default: false,
      toggle_location: 'top',
    })
  })

  it('includes the keys of apps that are console tabs only for callers who may open them', async () => {
    const { db } = parts.store
    const { id: app_id, api_key } = await db
      .selectFrom('app')
      .select(['id', 'api_key'])
      .where('name', '=', 'file_manager')
      .executeTakeFirstOrThrow()
    const other = await make.app({ type: 2 })
    const role_id = (await make.role()).id
    const roles = [
      { app_id, role_id },
      { app_id: other.id, role_id },
    ]
    const keys = async (options: Parameters<typeof read>[0]) =>
      (await read(options)).apps?.flatMap((app) => (app.api_key === undefined ? [] : [[app.id, app.api_key]]))
    expect(await keys({ as: await make.user({ roles: roles.slice(1) }) })).toEqual([])
    expect(await keys({ as: await make.user({ roles }) })).toEqual([[app_id, api_key]])
    const stranger = (await read({ key: other.api_key })).apps ?? []
    expect(stranger.filter((app) => app.api_key !== undefined)).toEqual([])
  })

  it('marks the person’s default app, or else the instance’s', async () => {
    const app = await make.app({ type: 2, role_id: (await make.role()).id })
    const { id, token } = await make.user()
    await parts.store.db.updateTable('user').set({ default_app_id: app.id }).where('id', '=', id).execute()
    await parts.store.changes.publish([{ table: 'user', ids: [id] }])
    expect((await read({ as: { token } })).apps?.find((each) => each.id === app.id)?.is_default).toBe(true)
    expect((await read()).apps?.find((each) => each.id === app.id)?.is_default).toBe(false)
  })

  it('includes the links that replace the home page’s tabs, if they are configured', async () => {
    const user = await make.user()
    expect(await read({ as: user })).not.toHaveProperty('home_links')
    const links = [{ name: 'Handbook', href: 'https://example.test' }, 'nonsense', { href: 'nameless' }]
    const stored = { name: 'home_links', value: JSON.stringify(links), created_date: '', last_modified_date: '' }
    await parts.store.db.insertInto('custom').values(stored).execute()
    await parts.store.changes.publish([{ table: 'custom', ids: [] }])
    expect((await read({ as: user })).home_links).toEqual([links[0]])
    expect(await read()).not.toHaveProperty('home_links')
  })
})

describe('the environment', () => {
  it('says what only interpreters keep scripts from, once that was tried at the start, and to administrators alone', async () => {
    const { send, root, make, runner } = await testInstance()
    const runtimeFor = async (as: typeof root) =>
      (await send<Environment>('GET', 'system/environment', { as })).body.runtime
    expect(await runtimeFor(root)).not.toHaveProperty('script_weaknesses')
    expect(runner.weaknesses).toBeNull()
    await runner.tryIsolation()
    expect((await runtimeFor(root))?.script_weaknesses).toEqual(runner.weaknesses)
    expect(await runtimeFor(await make.user())).toBeUndefined()
  })

  it('follows the settings', async () => {
    const { send, root } = await testInstance({
      config: {
        loginAttribute: 'username',
        passwordMinLength: 12,
        allowForeverSessions: true,
        license: { level: 'GOLD', key: 'key' },
      },
    })
    const { body } = await send<Environment>('GET', 'system/environment', { as: root })
    expect(body.authentication).toMatchObject({
      login_attribute: 'username',
      password_min_length: 12,
      allow_forever_sessions: true,
      user: { payload: { username: 'string' } },
    })
    expect(body.platform).toMatchObject({ license: 'GOLD', license_key: 'key' })
  })
})

describe('where an app is launched', () => {
  const app: LaunchableApp = {
    id: 1,
    name: 'app',
    description: null,
    type: 0,
    path: '/sub//index.html',
    url: 'https://example.test/app',
    storage_container: 'applications',
    service_name: 'files',
    requires_fullscreen: 0,
    allow_fullscreen_toggle: 1,
    toggle_location: 'top',
    role_id: null,
    api_key: 'key',
  }
  it.each([
    [{ type: 0 }, ''],
    [{ type: 1 }, 'http://here.test/files/applications/sub/index.html'],
    [{ type: 1, service_name: null }, ''],
    [{ type: 1, storage_container: null, path: null }, 'http://here.test/files'],
    [{ type: 2 }, 'https://example.test/app'],
    [{ type: 2, url: null }, ''],
    [{ type: 3 }, 'http://here.test/sub/index.html'],
    [{ type: 4 }, ''],
  ])('with %j is %s', (values, url) => {
    expect(launchUrl({ ...app, ...values }, { origin: 'http://here.test', appsOrigin: 'http://here.test' })).toBe(url)
  })
})

describe('the list of packages', () => {
  it('reports that it is missing', () => {
    expect(readPackages('/')).toEqual({ error: 'The list of packages is not part of this installation.' })
  })
})
