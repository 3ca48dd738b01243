import { describe, expect, it } from 'vitest'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'

describe.each(engines)('caches on %s', (engine) => {
  const { send, root, make, parts } = sharedInstance({ engine })
  const flush = (path = '') => send('DELETE', `system/cache${path}`, { as: root })
  const list = (query = '') => send('GET', `system/cache${query}`, { as: root })

  it('are not accessible to everyone', async () => {
    const user = await make.user()
    const { api_key: key } = await make.app({ role_id: (await make.role()).id })
    for (const method of ['GET', 'DELETE']) {
      expect((await send(method, 'system/cache')).status).toBe(400)
      expect((await send(method, 'system/cache', { as: user, key })).status).toBe(403)
    }
  })

  it.each([
    ['GET', '/system', 400],
    ['POST', '', 400],
    ['PATCH', '/system', 400],
    ['GET', '?fields=nope', 400],
    ['DELETE', '/nope', 404],
  ])('%s system/cache%s is rejected with %i', async (method, path, status) => {
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} }
    expect((await send(method, `system/cache${path}`, { as: root, ...body })).status).toBe(status)
  })

  it('are listed for callers with access to their service', async () => {
    expect((await list()).body).toMatchObject({
      resource: expect.arrayContaining([{ name: 'system' }, { name: 'db' }]),
    })
    expect((await list('?fields=*')).body).toMatchObject({
      resource: expect.arrayContaining([
        { name: 'system', label: 'System', description: expect.any(String), type: 'system' },
      ]),
    })
    expect((await list('?as_list=true')).body).toMatchObject({ resource: expect.arrayContaining(['system', 'files']) })
    const access = [
      { service_id: await make.serviceId('system'), component: 'cache/*', verbs: ['GET', 'DELETE'] },
    ] as const
    const { api_key: key } = await make.app({ role_id: (await make.role({ access })).id })
    const user = await make.user()
    expect((await send('GET', 'system/cache', { as: user, key })).body).toEqual({ resource: [{ name: 'system' }] })
    expect((await send('DELETE', 'system/cache/db', { as: user, key })).status).toBe(404)
    expect((await send('DELETE', 'system/cache/system', { as: user, key })).status).toBe(200)
    for (const path of ['/DB', '/files']) {
      expect(await flush(path)).toMatchObject({ status: 200, body: { success: true } })
    }
  })

  it('of scripts are flushed by name, known or not', async () => {
    expect(await flush('/_event/db._table.get.pre_process')).toMatchObject({ status: 200, body: { success: true } })
  })

  it.each(['', '/system'])('are reloaded after DELETE system/cache%s', async (path) => {
    const person = await make.user({ name: 'Before' })
    const session = () => send<{ name: string }>('GET', 'user/session', { as: person })
    expect((await session()).body.name).toBe('Before')
    await parts.store.db.updateTable('user').set({ name: 'After' }).where('id', '=', person.id).execute()
    expect((await session()).body.name).toBe('Before')
    expect(await flush(path)).toMatchObject({ status: 200, body: { success: true } })
    expect((await session()).body.name).toBe('After')
  })

  it('do not include revoked tokens, which stay revoked', async () => {
    const person = await make.user()
    await send('DELETE', 'user/session', { as: person })
    await flush()
    expect((await send('GET', 'user/session', { as: person })).status).toBe(403)
  })
})
