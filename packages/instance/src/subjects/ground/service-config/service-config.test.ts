import { beforeAll, describe, expect, it } from 'vitest'
import { fixture } from '../../../testing/fixture.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'

interface Answer {
  readonly config: Record<string, unknown>
  readonly error?: { readonly context: unknown }
}

describe.each(engines)('the settings of a service on %s', (engine) => {
  const { send, root, make, parts } = sharedInstance({ engine })
  const ids = fixture(async () => ({ system: await make.serviceId('system'), user: await make.serviceId('user') }))
  let emailId: number
  beforeAll(async () => {
    emailId = await make.serviceId('email')
  })
  const change = (id: number, config: unknown) =>
    send<Answer>('PATCH', `system/service/${id}?fields=*`, { as: root, body: { config } })
  let count = 0
  const create = async (type: string, config: unknown) => {
    count += 1
    const body = { name: `mail-${count}`, type, is_active: true, config }
    const answer = await send<{
      resource: { id: number; config: Record<string, unknown> }[]
      error?: { context: { resource: { context: unknown }[] } }
    }>('POST', 'system/service?fields=*', { as: root, body })
    const [made] = answer.body.resource ?? []
    return { status: answer.status, made, context: answer.body.error?.context.resource[0]?.context }
  }

  it.each([
    ['system', { invite_email_service_id: 999 }, 'invite_email_service_id'],
    ['system', { password_email_template_id: 999 }, 'password_email_template_id'],
    ['system', { default_app_id: 999 }, 'default_app_id'],
    ['system', { default_app_id: 'first' }, 'default_app_id'],
    ['system', { default_app_id: [1] }, 'default_app_id'],
    ['user', { allow_open_registration: 'perhaps' }, 'allow_open_registration'],
    ['user', { open_reg_role_id: 999 }, 'open_reg_role_id'],
    ['user', { app_role_map: 'all' }, 'app_role_map'],
    ['user', { app_role_map: [7] }, 'app_role_map'],
    ['user', { app_role_map: [{ app_id: 1 }] }, 'app_role_map'],
    ['user', { app_role_map: [{ app_id: 1, role_id: 999 }] }, 'app_role_map'],
    ['user', { app_role_map: [{ app_id: { a: 1 }, role_id: 1 }] }, 'app_role_map'],
  ] as const)('%s rejects %j for its %s', async (name, config, field) => {
    const before = await send<Answer>('GET', `system/service/${ids[name]}`, { as: root })
    const { status, body } = await change(ids[name], config)
    expect({ status, context: body.error?.context }).toEqual({
      status: 400,
      context: { [field]: [expect.any(String)] },
    })
    expect((await send('GET', `system/service/${ids[name]}`, { as: root })).body).toEqual(before.body)
  })

  it.each([
    ['smtp_email', undefined, 'host'],
    ['smtp_email', {}, 'host'],
    ['smtp_email', { host: '' }, 'host'],
    ['smtp_email', { host: 'two hosts' }, 'host'],
    ['smtp_email', { host: 'h', port: 0 }, 'port'],
    ['smtp_email', { host: 'h', port: 65_536 }, 'port'],
    ['smtp_email', { host: 'h', encryption: 'rot13' }, 'encryption'],
    ['smtp_email', { host: 'h', password: { secret: 1 } }, 'password'],
    ['smtp_email', { host: 'h', parameters: [{ value: 1 }] }, 'parameters'],
    ['local_email', { from_email: 'nobody' }, 'from_email'],
    ['local_email', { reply_to_email: ['a@example.test'] }, 'reply_to_email'],
    ['local_email', { from_name: 'x'.repeat(81) }, 'from_name'],
  ])('%s rejects %j for its %s', async (type, config, field) => {
    expect(await create(type, config)).toMatchObject({ status: 400, context: { [field]: [expect.any(String)] } })
  })

  it.each([
    ['sqlite', {}, ['database']],
    ['sqlite', { database: ' ' }, ['database']],
    ['sqlite', { database: '../instance.sqlite' }, ['database']],
    ['sqlite', { database: 'x', options: ['a'] }, ['options']],
    ['sqlite', { database: 'x', statements: [{}] }, ['statements']],
    ['sqlite', { database: 'x', cache_ttl: -1, allow_upsert: 'perhaps' }, ['allow_upsert', 'cache_ttl']],
    ['pgsql', { port: 70_000 }, ['host', 'port', 'database']],
    ['pgsql', { host: 'a b', database: 'x', sslmode: 'maybe' }, ['host', 'sslmode']],
    ['mysql', { host: 'h', database: 'x'.repeat(256) }, ['database']],
    ['local_file', {}, ['container']],
    ['smtp_email', { host: 'h', parameters: [{ name: 'a' }, { value: 'b' }] }, ['parameters']],
  ])('%s rejects %j for its %j', async (type, config, fields) => {
    const { status, context } = await create(type, config)
    expect({ status, fields: Object.keys(Object(context)) }).toEqual({ status: 400, fields })
  })

  it('have to be an object', async () => {
    for (const config of ['text', 7, [1]]) expect((await change(ids.user, config)).status).toBe(400)
  })

  it('drop unknown settings, keep omitted ones, and replace lists', async () => {
    const role = await make.role()
    const one = await make.app()
    const two = await make.app()
    const map = [{ app_id: one.id, role_id: role.id, id: 5, service_id: 7 }]
    const first = await change(ids.user, {
      allow_open_registration: true,
      app_role_map: map,
      open_reg_role_id: String(role.id),
      unknown: 1,
      service_id: 1,
    })
    expect(first.body.config).toEqual({
      ...first.body.config,
      service_id: ids.user,
      allow_open_registration: true,
      app_role_map: [{ app_id: one.id, role_id: role.id }],
      open_reg_role_id: role.id,
      invite_email_service_id: emailId,
    })
    expect(first.body.config).not.toHaveProperty('unknown')
    const second = await change(ids.user, {
      app_role_map: [{ app_id: two.id, role_id: role.id }],
      open_reg_role_id: '',
    })
    expect(second.body.config).toEqual({
      ...first.body.config,
      app_role_map: [{ app_id: two.id, role_id: role.id }],
      open_reg_role_id: null,
    })
    expect((await change(ids.user, { app_role_map: [] })).body.config.app_role_map).toEqual([])
  })

  it('can be sent back unchanged after a record that they refer to was deleted', async () => {
    const role = await make.role()
    const app = await make.app()
    const named = { open_reg_role_id: role.id, app_role_map: [{ app_id: app.id, role_id: role.id }] }
    const { body } = await change(ids.user, named)
    expect((await send('DELETE', `system/role/${role.id}`, { as: root })).status).toBe(200)
    expect((await change(ids.user, body.config)).status).toBe(200)
  })

  it('have defaults from the start, convert numbers and booleans from strings, and drop empty rows', async () => {
    const { made } = await create('sqlite', {
      database: 'shop.sqlite',
      max_records: '50',
      allow_upsert: 'true',
      cache_ttl: '',
      statements: ['pragma optimize', ' '],
      options: [],
    })
    expect(made?.config).toEqual({
      service_id: made?.id,
      database: 'shop.sqlite',
      options: {},
      attributes: null,
      statements: ['pragma optimize'],
      allow_upsert: true,
      max_records: 50,
      cache_enabled: false,
      cache_ttl: 0,
      db_functions: null,
    })
    expect((await change(made?.id ?? 0, { max_records: 0 })).body.config).toMatchObject({ max_records: 1000 })
  })

  it('may only be given absolute paths by system administrators, but can otherwise be changed by others', async () => {
    const { made } = await create('sqlite', { database: '/srv/shop.sqlite' })
    const service_id = await make.serviceId('system')
    const access = [{ service_id, component: 'service/*', verbs: ['GET', 'PATCH', 'POST'] as const }]
    const app = await make.app()
    const role = await make.role({ access: [...access, { service_id: null, component: '*', verbs: ['GET'] }] })
    const as = await make.user({ roles: [{ app_id: app.id, role_id: role.id }] })
    const byOther = (config: object) =>
      send<Answer>('PATCH', `system/service/${made?.id}`, { as, key: app.api_key, body: { config } })
    expect(await byOther({ database: '/srv/other.sqlite' })).toMatchObject({
      status: 400,
      body: { error: { context: { database: [expect.stringContaining('system administrators')] } } },
    })
    expect((await byOther({ database: '/srv/shop.sqlite', max_records: 5 })).status).toBe(200)
    expect((await byOther({ database: 'shop-of-others.sqlite' })).status).toBe(200)
  })

  it('show secrets in no format, list, relation or error response', async () => {
    const secret = 'never to be seen'
    const { made } = await create('pgsql', {
      host: 'db.example',
      database: 'shop',
      username: 'clerk',
      password: secret,
    })
    const id = made?.id ?? 0
    const answers = await Promise.all([
      send('GET', `system/service/${id}?fields=*&related=*`, { as: root }),
      send('GET', 'system/service?fields=*', { as: root }),
      send('GET', 'system/service?fields=id,config', { as: root, headers: { accept: 'text/csv' } }),
      send('GET', 'system/service', { as: root, headers: { accept: 'application/xml' } }),
      change(id, { password: secret, port: 'x' }),
      change(id, { username: 'other', password: secret }),
    ])
    for (const { body } of answers) expect(JSON.stringify(body)).not.toContain(secret)
    expect(answers[5].body.config).toMatchObject({ username: 'other', password: '**********' })
    const row = await parts.store.db
      .selectFrom('service')
      .select('config')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.config).not.toMatch(/never|other/)
    expect((await change(id, { password: null })).body.config.password).toBeNull()
  })

  it('encrypt and mask secrets, and keep a secret when its mask is sent back', async () => {
    const { made } = await create('smtp_email', {
      host: ' mail.example.test ',
      port: '587',
      encryption: 'TLS',
      password: 12345,
    })
    const id = made?.id ?? 0
    expect(made?.config).toMatchObject({
      service_id: id,
      host: 'mail.example.test',
      port: 587,
      encryption: 'tls',
      password: '**********',
    })
    const stored = async () => {
      const row = await parts.store.db
        .selectFrom('service')
        .select('config')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const config: { password: string } = JSON.parse(row.config)
      return config.password
    }
    const sealed = await stored()
    expect(parts.vault.open(sealed)).toBe('12345')
    expect((await change(id, { ...made?.config, from_name: 'Shop' })).body.config).toMatchObject({ from_name: 'Shop' })
    expect(await stored()).toBe(sealed)
    await change(id, { password: 'another' })
    expect(parts.vault.open(await stored())).toBe('another')
    expect((await change(id, { host: null })).status).toBe(400)
  })
})
