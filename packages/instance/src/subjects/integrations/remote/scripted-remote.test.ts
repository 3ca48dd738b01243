import { expect, it, onTestFinished } from 'vitest'
import { openTestInstance } from '../../../testing/open-test-instance.ts'
import { openTestRemote } from '../../../testing/test-remote.ts'

it('lets scripts read and change requests to another API and its responses', async () => {
  const remote = await openTestRemote()
  onTestFinished(remote.close)
  await using instance = await openTestInstance({ config: { allowPrivateHosts: ['*'] } })
  const { send, root: as } = instance
  const record = { name: 'far', type: 'rws', is_active: true }
  const config = { base_url: `http://127.0.0.1:${remote.port}/base` }
  await send('POST', 'system/service', { as, body: { resource: [{ ...record, config }] } })
  const script = async (name: string, content: string) => {
    const body = { name, type: 'nodejs', content, is_active: true, allow_event_modification: true }
    expect((await send('POST', `system/event_script/${name}`, { as, body })).status).toBeLessThan(300)
  }
  await script('far.get.post_process', 'event.response.content = { was: event.response.content.method }')
  await script('far.post.pre_process', 'if (event.request.payload.a) event.request.payload.added = true')
  expect((await send('GET', 'far/x', { as })).body).toEqual({ was: 'GET' })
  const post = async (body: unknown, headers = {}) =>
    (await send<{ body: string }>('POST', 'far/x', { as, body, headers })).body.body
  expect(JSON.parse(await post({ a: 1 }))).toEqual({ a: 1, added: true })
  const headers = { 'content-type': 'application/json' }
  expect(await post('{ "b":  1.0 }', headers)).toBe('{ "b":  1.0 }')
})
