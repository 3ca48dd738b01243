import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { apiBuilder } from '../../../testing/api-builder.ts'
import { testInstance } from '../../../testing/test-instance.ts'

it('webhooks and queued scripts are told what a transaction wrote once it is kept, and never what was undone', async () => {
  const received: string[] = []
  const server = createServer(async (request, response) => {
    received.push(Buffer.concat(await request.toArray()).toString('utf8'))
    response.end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/hook`
  const instance = await testInstance({ config: { allowPrivateHosts: ['127.0.0.1'] } })
  const { send, root: as, failures } = instance
  const { made, api, endpoint, publish } = apiBuilder(instance)
  const service = (name: string) =>
    made('system/service', {
      name,
      label: name,
      type: 'sqlite',
      is_active: true,
      config: { database: `${name}.sqlite` },
    })
  const shop = await service('shop')
  await service('heard')
  const field = [{ name: 'word', type: 'string', length: 40, is_primary_key: true, allow_null: false }]
  for (const name of ['shop', 'heard'])
    await send('POST', `${name}/_schema`, { as, body: { resource: [{ name: 'words', field }] } })
  await made('system/webhook', { name: 'hook', url, events: ['shop._table.words.post'], is_active: true })
  const content = "await platform.api.post('heard/_table/words', { resource: event.request.payload.resource })"
  await made('system/event_script', { name: 'shop._table.words.post.queued', type: 'nodejs', is_active: true, content })

  const composed = await api('composed', [shop])
  const add = {
    service: 'shop',
    resource: '_table/words',
    method: 'POST',
    body: { resource: [{ word: '{body.word}' }] },
  }
  const one = { service: 'shop', resource: '_table/words/{body.sought}' }
  const execution_plan = { transaction: true, steps: [add, one] }
  await endpoint(composed, '/words', [], { method: 'POST', execution_plan })
  await publish(composed)
  const post = async (word: string, sought: string) =>
    (await send('POST', 'composed/words', { as, body: { word, sought } })).status
  expect(await post('undone', 'nothing')).toBe(404)
  expect(await post('kept', 'kept')).toBe(200)
  await expect.poll(() => received).toHaveLength(1)
  await expect
    .poll(async () => (await send('GET', 'heard/_table/words', { as })).body)
    .toMatchObject({ resource: [{ word: 'kept' }] })
  // The row is there before the script that wrote it has ended.
  await instance.scriptQueue.idle()
  expect(failures).toEqual([])
})
