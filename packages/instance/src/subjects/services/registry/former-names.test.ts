import { beforeAll, describe, expect, it } from 'vitest'
import { type RestrictedAdmin, restrictedAdmin } from '../../../testing/restricted-admin.ts'
import type { Answer, SendOptions } from '../../../testing/send.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'

type As = Pick<SendOptions, 'as' | 'key'>

describe.each(engines)('a name that a service had, on %s', (engine) => {
  const instance = sharedInstance({ engine })
  const { send, root } = instance
  const full: As = { as: root }
  let services: RestrictedAdmin
  beforeAll(async () => {
    services = await restrictedAdmin(instance, ['services'])
  })

  let made = 0
  const create = (by: As, name: string, more: object = {}) => {
    made += 1
    const config = { container: `container ${made}` }
    const body = { name, type: 'local_file', is_active: true, config, ...more }
    return send<{ resource: [{ id: number }] }>('POST', 'system/service', { ...by, body })
  }
  async function existing(by: As, name: string, more: object = {}): Promise<number> {
    const { status, body } = await create(by, name, more)
    expect(status, JSON.stringify(body)).toBe(201)
    return body.resource[0].id
  }
  const change = (by: As, id: number, body: object) => send('PATCH', `system/service/${id}`, { ...by, body })
  const remove = (by: As, id: number) => send('DELETE', `system/service/${id}?force=true`, by)
  /** What a refusal says, of the request or of its only record that is refused. */
  const told = ({ body }: Answer<unknown>) => JSON.stringify(body)
  const taken = (name: string) =>
    expect.stringMatching(`"code":409,.*'${name}' was the name of another service.*Ask a full administrator`)

  it.each([
    ['renamed by them', 'crm', async (id: number) => change(services, id, { name: 'kept1' })],
    ['deleted by them', 'billing', async (id: number) => remove(services, id)],
    ['deleted by a full administrator', 'stock', async (id: number) => remove(full, id)],
    [
      'changed and then deleted by them',
      'shop',
      async (id: number) => {
        expect((await change(services, id, { config: { container: 'elsewhere' } })).status).toBe(200)
        return remove(services, id)
      },
    ],
  ])(
    'is not taken by restricted administrators from the service of another one that was %s',
    async (_, name, leave) => {
      const id = await existing(full, name)
      expect((await leave(id)).status).toBe(200)
      for (const spelling of [name, name.toUpperCase()])
        expect(told(await create(services, spelling))).toEqual(taken(name))
      expect(told(await create(services, `new_${name}`, { aliases: ['free', name] }))).toEqual(taken(name))
      const own = await existing(services, `own_${name}`)
      expect(told(await change(services, own, { name }))).toEqual(taken(name))
      expect(told(await change(services, own, { aliases: [name] }))).toEqual(taken(name))
      const batch = { resource: [{ id: own, name }] }
      for (const verb of ['PATCH', 'PUT'])
        expect(told(await send(verb, 'system/service', { ...services, body: batch }))).toEqual(taken(name))
      expect((await send('GET', `${name}/`, full)).status).toBe(404)
      expect((await create(full, name)).status).toBe(201)
    },
  )

  it('is not taken by restricted administrators from a service of another one of them', async () => {
    const other = await restrictedAdmin(instance, ['services'])
    expect((await remove(services, await existing(other, 'theirs'))).status).toBe(200)
    expect(told(await create(services, 'theirs'))).toEqual(taken('theirs'))
    expect((await create(other, 'theirs')).status).toBe(201)
  })

  it('is not taken from a service of theirs that a full administrator changed', async () => {
    const id = await existing(services, 'shared')
    expect((await change(full, id, { config: { container: 'agreed' } })).status).toBe(200)
    expect((await remove(services, id)).status).toBe(200)
    expect(told(await create(services, 'shared'))).toEqual(taken('shared'))
  })

  it('is not taken while it was an alias that a service gave up, and can be until then', async () => {
    const id = await existing(full, 'sales', { aliases: ['orders'] })
    expect((await change(services, id, { aliases: [] })).status).toBe(200)
    const own = await existing(services, 'mine')
    expect(told(await change(services, own, { aliases: ['orders'] }))).toEqual(taken('orders'))
    expect((await change(services, id, { aliases: ['Orders'] })).status).toBe(200)
  })

  it('is not swapped within one request', async () => {
    const theirs = await existing(full, 'front')
    const own = await existing(services, 'back')
    const resource = [
      { id: theirs, name: 'aside' },
      { id: own, name: 'front' },
    ]
    const swapped = await send('PATCH', 'system/service?rollback=true', { ...services, body: { resource } })
    expect(told(swapped)).toEqual(taken('front'))
    expect((await send('GET', `system/service/${theirs}?fields=name`, full)).body).toEqual({ name: 'front' })
  })

  it('is not taken by what others run: a script of a restricted administrator that runs for a full one', async () => {
    expect((await remove(full, await existing(full, 'archive'))).status).toBe(200)
    const content = `const answers = []
      for (const name of ['fresh', 'archive']) {
        const service = { name, label: name, type: 'local_file', config: { container: 'of the script ' + name } }
        answers.push(await platform.api.post('system/service', { resource: [service] }))
      }
      return answers`
    await existing(services, 'script', { type: 'nodejs', config: { content } })
    expect(JSON.stringify((await send('GET', 'script', full)).body)).toContain("'archive' was the name of another")
    const { body: made } = await send('GET', "system/service?filter=name in ('fresh', 'archive')&fields=name", full)
    expect(made).toEqual({ resource: [{ name: 'fresh' }] })
  })

  it('is taken again by the same service, and by who alone made the service that had it', async () => {
    const id = await existing(full, 'there')
    for (const name of ['elsewhere', 'there', 'There', 'elsewhere'])
      expect((await change(services, id, { name })).status, name).toBe(200)
    const own = await existing(services, 'draft')
    expect((await change(services, own, { name: 'final' })).status).toBe(200)
    expect((await create(services, 'draft')).status).toBe(201)
    expect((await remove(services, own)).status).toBe(200)
    expect((await create(services, 'final')).status).toBe(201)
  })

  it('is that of the service for which a full administrator took it', async () => {
    expect((await create(services, 'never_used')).status).toBe(201)
    const first = await existing(full, 'wanted')
    expect((await change(full, first, { name: 'unwanted' })).status).toBe(200)
    const second = await existing(full, 'wanted')
    expect((await change(services, second, { name: 'elsewhere2' })).status).toBe(200)
    expect(told(await change(services, first, { name: 'wanted' }))).toEqual(taken('wanted'))
    expect((await change(services, second, { name: 'wanted' })).status).toBe(200)
  })
})
