import { describe, expect, it } from 'vitest'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'

interface Service {
  readonly id: number
  readonly config: Record<string, unknown>
}

describe.each(engines)('services on %s', (engine) => {
  const { send, root, make, parts } = sharedInstance({ engine })
  async function create(record: object): Promise<Service> {
    const { body } = await send<{ resource: [Service] }>('POST', 'system/service?fields=*', { as: root, body: record })
    return body.resource[0]
  }
  const change = (id: number, body: object) =>
    send<Service>('PATCH', `system/service/${id}?fields=*`, { as: root, body })

  it.each([
    ['nosuch', 'is not a type of service'],
    ['constructor', 'is not a type of service'],
    ['oracle', 'is not available in this instance.'],
    ['informix', 'is not available in this instance.'],
    ['user', 'there cannot be more'],
  ])('of the type %s cannot be created', async (type, sentence) => {
    const { status, body } = await send('POST', 'system/service', { as: root, body: { name: 'new', type } })
    const context = { type: [expect.stringContaining(sentence)] }
    expect({ status, body }).toMatchObject({ status: 400, body: { error: { context: { resource: [{ context }] } } } })
  })

  it('of an unknown type can be renamed and deleted, and show no secret', async () => {
    const { id } = await make.service({ type: 'bygone' })
    const { db } = parts.store
    await db.updateTable('service').set({ config: '{"api_token":"x","host":"h"}' }).where('id', '=', id).execute()
    const changed = await change(id, { label: 'Bygone', config: { host: 'other' } })
    expect(changed).toMatchObject({
      status: 200,
      body: { label: 'Bygone', config: { service_id: id, api_token: '**********', host: 'h' } },
    })
    expect((await send('DELETE', `system/service/${id}`, { as: root })).status).toBe(200)
  })

  it('that are built in cannot be deleted, renamed or deactivated', async () => {
    const id = await make.serviceId('system')
    expect(await send('DELETE', `system/service/${id}?force=true`, { as: root })).toMatchObject({ status: 403 })
    expect(await change(id, { name: 'other' })).toMatchObject({ status: 403 })
    expect(await change(id, { is_active: false })).toMatchObject({ status: 403 })
    expect(await change(id, { name: 'system', label: 'Ours', config: { default_app_id: 1 } })).toMatchObject({
      status: 200,
    })
  })

  it('keep their type, and names have to differ by more than case', async () => {
    const { id } = await create({ name: 'typed', type: 'sqlite', config: { database: 'typed' } })
    expect(await change(id, { type: 'rws' })).toMatchObject({
      status: 400,
      body: { error: { context: { type: ['type cannot be changed.'] } } },
    })
    expect(await change(id, { type: 'sqlite' })).toMatchObject({ status: 200 })
    const twin = await send('POST', 'system/service', { as: root, body: { name: 'TYPED', type: 'local_email' } })
    expect(twin).toMatchObject({
      body: { error: { context: { resource: [{ context: { name: ['name is already in use.'] } }] } } },
    })
  })

  it('use their name as the default label, and strip tags', async () => {
    const plain = await create({ name: 'plain', type: 'local_email' })
    expect(plain).toMatchObject({ label: 'plain', is_active: false, mutable: true, deletable: true })
    const body = { label: '<b>Bold</b> & 1 < 2', description: '<script>x</script>', mutable: false, deletable: false }
    expect((await change(plain.id, body)).body).toMatchObject({
      label: 'Bold & 1 < 2',
      description: 'x',
      deletable: true,
    })
  })

  it('keep omitted settings, and encrypt and mask secrets', async () => {
    const { id, config } = await create({
      name: 'mail',
      type: 'smtp_email',
      config: { host: 'h', password: 'top secret' },
    })
    expect(config).toMatchObject({ service_id: id, host: 'h', port: 587, password: '**********', parameters: [] })
    const { body } = await change(id, { config: { from_name: 'Shop', unknown: 1 } })
    expect(body.config).toEqual({ ...config, from_name: 'Shop' })
    const row = await parts.store.db
      .selectFrom('service')
      .select('config')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const kept: { password: string } = JSON.parse(row.config)
    expect(row.config).not.toContain('top secret')
    expect(parts.vault.open(kept.password)).toBe('top secret')
    expect((await change(id, { config: { password: '' } })).body.config).toMatchObject({ password: null })
  })

  it('in use by an app are deleted only with force, and the app is kept', async () => {
    const service = await make.service({ name: 'used' })
    const app = await send<{ resource: [{ id: number }] }>('POST', 'system/app', {
      as: root,
      body: { name: 'user of it', type: 1, storage_service_id: service.id },
    })
    expect(await send('DELETE', `system/service/${service.id}`, { as: root })).toMatchObject({
      status: 409,
      body: { error: { message: 'The service is in use by app user of it.', context: { app: ['user of it'] } } },
    })
    expect((await send('DELETE', `system/service/${service.id}?force=true`, { as: root })).status).toBe(200)
    const { body } = await send('GET', `system/app/${app.body.resource[0].id}`, { as: root })
    expect(body).toMatchObject({ storage_service_id: null, launch_url: '' })
  })

  it('are visible to callers with access to them', async () => {
    const seen = await make.service({ name: 'Seen' })
    const hidden = await make.service({ name: 'hidden' })
    const systemId = await make.serviceId('system')
    const access = [
      { service_id: systemId, component: 'service/*', verbs: ['GET'] as const },
      { service_id: seen.id, component: '*', verbs: ['GET'] as const },
    ]
    const app = await make.app()
    const role = await make.role({ access })
    const as = await make.user({ roles: [{ app_id: app.id, role_id: role.id }] })
    const options = { as, key: app.api_key }
    const list = await send('GET', 'system/service?fields=name&include_count=true', options)
    expect(list.body).toEqual({ resource: [{ name: 'system' }, { name: 'Seen' }], meta: { count: 2 } })
    expect((await send('GET', `system/service/${hidden.id}`, options)).status).toBe(404)
    expect((await send('GET', `system/service?ids=${hidden.id}`, options)).status).toBe(400)
    expect((await send('GET', `system/service/${seen.id}`, options)).status).toBe(200)
  })
})
