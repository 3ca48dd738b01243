import type { Dependents } from '@millwright/contract/wire/dependents'
import { describe, expect, it } from 'vitest'
import { sharedInstance } from '../../../../testing/test-instance.ts'
import { engines } from '../../../../testing/test-store.ts'
import { dependencies } from './graph.ts'

describe.each(engines)('what depends on a record, on %s', (engine) => {
  const { send, root, make, parts } = sharedInstance({ engine })
  const ask = async (path: string, options: object = { as: root }) =>
    (await send<Dependents>('GET', `system/${path}`, options)).body
  const create = async (resource: string, body: object) => {
    const made = await send<{ resource?: [{ id: number }]; id?: number }>('POST', `system/${resource}`, {
      as: root,
      body: { resource: [body] },
    })
    expect(made.status).toBe(201)
    return made.body.resource?.[0].id ?? made.body.id ?? 0
  }
  const told = ({ resource }: Dependents) =>
    resource.map(({ resource: name, effect, names, count }) => `${name} ${effect} ${count}: ${names.join(', ')}`)

  it.runIf(engine === 'sqlite')('is every row that refers to it, in any table', async () => {
    const { statements } = parts.store
    const tables = await statements.all<{ name: string }>(`SELECT name FROM sqlite_master WHERE type = 'table'`, [])
    const known = new Set(
      Object.entries(dependencies).flatMap(([to, edges]) =>
        edges.map(({ table, column }) => `${table}.${column} → ${to}`),
      ),
    )
    for (const { name } of tables) {
      const keys = await statements.all<{ from: string; table: string }>(
        'SELECT "from", "table" FROM pragma_foreign_key_list(?)',
        [name],
      )
      for (const { from, table } of keys) {
        const reference = `${name}.${from}`
        if (from.endsWith('_by_id')) continue
        expect(known).toContain(`${reference} → ${table}`)
      }
    }
  })

  it('is empty for an unused record, and a 404 for a missing one', async () => {
    const role = await make.role()
    expect(await ask(`role/${role.id}?dependents=true`)).toEqual({ resource: [], hidden: false })
    expect(await ask('cors?dependents=true')).toEqual({ resource: [], hidden: false })
    expect((await send('GET', 'system/role/999999?dependents=true', { as: root })).status).toBe(404)
  })

  it('of roles are apps, users, limits and settings, merged for several records', async () => {
    const one = await make.role()
    const two = await make.role()
    const app = await create('app', { name: 'of the role', role_id: one.id })
    await create('app', { name: 'of the other', role_id: two.id })
    const user = await make.user({
      email: 'both@roles.test',
      roles: [
        { app_id: app, role_id: one.id },
        { app_id: (await make.app()).id, role_id: two.id },
      ],
    })
    expect(user.id).toBeGreaterThan(0)
    await create('limit', { name: 'of a role', type: 'instance.role', role_id: one.id, rate: 5, period: 'day' })
    expect(told(await ask(`role?ids=${one.id},${two.id}&dependents=true`))).toEqual([
      'user deleted 1: both@roles.test',
      'limit deleted 1: of a role',
      'app cleared 2: of the other, of the role',
    ])
    const settings = { config: { open_reg_role_id: one.id } }
    const id = await make.serviceId('user')
    expect((await send('PATCH', `system/service/${id}`, { as: root, body: settings })).status).toBe(200)
    expect(told(await ask(`role?filter=id=${one.id}&dependents=true`))).toContain('service broken 1: user')
    await send('PATCH', `system/service/${id}`, { as: root, body: { config: { open_reg_role_id: null } } })
    const done = await send('DELETE', `system/role?ids=${one.id},${two.id}`, { as: root })
    expect(done.status).toBe(200)
    expect((await send('GET', `system/app/${app}`, { as: root })).body).toMatchObject({ role_id: null })
  })

  it('of a service is what blocks its deletion, as in the error response', async () => {
    const service = await make.service({ name: 'needed' })
    await create('limit', { name: 'of it', type: 'instance.service', service_id: service.id, rate: 5, period: 'day' })
    await make.role({ access: [{ service_id: service.id, component: '*', verbs: ['GET'] }] })
    const asked = await ask(`service/${service.id}?dependents=true`)
    expect(asked.resource).toMatchObject([
      { resource: 'limit', effect: 'deleted', blocks: true, count: 1, names: ['of it'] },
      { resource: 'role', effect: 'deleted', blocks: false, count: 1 },
    ])
    expect(await send('DELETE', `system/service/${service.id}`, { as: root })).toMatchObject({
      status: 409,
      body: {
        error: {
          message: 'The service is in use by limit of it.',
          context: { limit: ['of it'], dependents: asked },
        },
      },
    })
  })

  it.each(['user', 'app'] as const)(
    'of a %s are tasks that run as it, which stop instead of running as their author',
    async (gone) => {
      const user = await make.user()
      const app = await make.app()
      const as = { user_id: user.id, app_id: app.id }
      const system = await make.serviceId('system')
      const id = await create('scheduler', {
        name: `as a ${gone}`,
        service_id: system,
        component: 'role',
        frequency: 1,
        is_active: true,
        ...as,
      })
      const resource = `${gone}/${gone === 'user' ? user.id : app.id}`
      expect((await ask(`${resource}?dependents=true`)).resource).toContainEqual({
        resource: 'scheduler',
        effect: 'cleared',
        blocks: false,
        count: 1,
        names: [`as a ${gone}`],
        consequence: `Will stop running, as this ${gone} was the caller.`,
      })
      expect((await send('DELETE', `system/${resource}`, { as: root })).status).toBe(200)
      const { body } = await send('GET', `system/scheduler/${id}`, { as: root })
      expect(body).toMatchObject({ is_active: false, next_run_date: null, [`${gone}_id`]: null })
      await send('DELETE', `system/scheduler/${id}`, { as: root })
    },
  )

  it('of a lookup key or an email template are the services that refer to it', async () => {
    const lookup = await create('lookup', { name: 'shop_host', value: 'h' })
    const template = await create('email_template', { name: 'of the test' })
    await create('service', { name: 'uses_the_key', type: 'smtp_email', config: { host: '{shop_host}' } })
    const script = 'db._table.get.pre_process'
    await send('POST', `system/event_script/${script}`, {
      as: root,
      body: { type: 'nodejs', content: '"{shop_host}"' },
    })
    expect(told(await ask(`lookup/${lookup}?dependents=true`))).toEqual([
      'service broken 1: uses_the_key',
      `event_script broken 1: ${script}`,
    ])
    expect(told(await ask('lookup?dependents=true&names=shop_host,none'))).toHaveLength(2)
    expect(told(await ask('lookup?dependents=true&names=nobodys'))).toEqual([])
    await send('DELETE', `system/event_script/${script}`, { as: root })
    const id = await make.serviceId('system')
    await send('PATCH', `system/service/${id}`, { as: root, body: { config: { invite_email_template_id: template } } })
    expect(told(await ask(`email_template/${template}?dependents=true`))).toEqual(['service broken 1: system'])
  })

  it('is shown if the caller may read it; for the rest, only that it exists', async () => {
    const service = await make.service({ name: 'shared' })
    await create('limit', { name: 'unseen', type: 'instance.service', service_id: service.id, rate: 5, period: 'day' })
    await create('app', { name: 'seen', type: 1, storage_service_id: service.id })
    const system = await make.serviceId('system')
    const access = [
      { service_id: system, component: 'service/*', verbs: ['GET', 'DELETE'] as const },
      { service_id: system, component: 'app/*', verbs: ['GET'] as const },
      { service_id: service.id, component: '*', verbs: ['GET'] as const },
    ]
    const app = await make.app()
    const role = await make.role({ access })
    const as = await make.user({ roles: [{ app_id: app.id, role_id: role.id }] })
    const options = { as, key: app.api_key }
    const asked = await ask(`service/${service.id}?dependents=true`, options)
    expect(told(asked)).toEqual(['app cleared 1: seen'])
    expect(asked.hidden).toBe(true)
    const refused = await send('DELETE', `system/service/${service.id}`, options)
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { message: 'The service is in use by app seen and by records that you may not read.' } },
    })
    expect(JSON.stringify(refused.body)).not.toContain('unseen')
  })
})
