import { accessTabs, allTabs } from '@millwright/contract/access/tabs'
import { expect, it, vi } from 'vitest'
import { bearer, createAccessToken } from '../../../testing/access-tokens.ts'
import { openTestInstance } from '../../../testing/open-test-instance.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { isInstalled } from './script-service.ts'

const scripts = { timeout: 30, memory: 48, processes: 2, queue: 1 }
const instance = sharedInstance({ config: { scripts } })
const { send, root, make, parts } = instance

const record = (name: string, config: object, type = 'nodejs') => ({ name, label: name, type, is_active: true, config })

let made = 0

/** Creates a script service and returns its name. */
async function service(content: string, config: object = {}, type = 'nodejs'): Promise<string> {
  made += 1
  const name = `script${made}`
  const body = record(name, { content, ...config }, type)
  const { status, body: answer } = await send('POST', 'system/service', { as: root, body: { resource: [body] } })
  if (status !== 201) throw new Error(JSON.stringify(answer))
  return name
}

const refusal = (status: number, message: unknown) => ({
  status,
  body: { error: { code: status, status_code: status, message } },
})

it('rejects callers without access to it', async () => {
  const name = await service('return 1')
  const role = await make.role({ access: [{ service_id: await make.serviceId(name), component: '*', verbs: ['GET'] }] })
  const { api_key: key } = await make.app({ role_id: role.id })
  expect((await send('POST', name, { key, body: {} })).status).toBe(401)
  expect((await send('GET', name, { key })).body).toBe(1)
})

it('responds with what a script throws, at its status, and with 503 if its source cannot be read', async () => {
  const name = await service("throw Object.assign(new Error('Not in stock.'), { status_code: 409 })")
  expect((await send('GET', name, { as: root })).body).toMatchObject({
    error: { status_code: 409, message: 'Not in stock.' },
  })

  const lost = await service('', { storage_service_id: 999_999, storage_path: 'a.js' })
  expect(await send('GET', lost, { as: root })).toMatchObject(
    refusal(503, `The source of the script '${lost}' cannot be read.`),
  )
  instance.failures.splice(0)
})

it('terminates a script that calls itself endlessly', async () => {
  const name = `script${made + 1}`
  await service(
    `const { status_code, content } = await platform.api.get('${name}'); if (status_code >= 400) throw Object.assign(new Error(content.error.message), { status_code }); return 1`,
  )
  expect(await send('GET', name, { as: root })).toMatchObject(
    refusal(500, expect.stringContaining('call each other too deeply')),
  )
  instance.failures.splice(0)
})

it('terminates a script that loops, and keeps working', async () => {
  await using hasty = await openTestInstance({ config: { scripts: { ...scripts, timeout: 1 } } })
  const body = { resource: [record('loop', { content: 'while (true) {}' })] }
  expect((await hasty.send('POST', 'system/service', { as: hasty.root, body })).status).toBe(201)
  expect(await hasty.send('GET', 'loop', { as: hasty.root })).toMatchObject(
    refusal(504, "The script 'loop' exceeded its time limit of 1 second."),
  )
  expect((await hasty.send('GET', 'system/environment')).status).toBe(200)
  hasty.failures.splice(0)
})

it.each([
  ['takes all memory', 'const all = []; for (;;) all.push(Array(100_000).fill(1.5))', /exceeded 48 MB of memory/],
  ['calls without end', "for (;;) await platform.api.get('system/environment')", /more than 500 calls/],
  ['cannot be read', 'const = 1', /Unexpected token/],
])('terminates a script that %s, and keeps working', async (_what, source, message) => {
  const name = await service(source)
  expect(await send('GET', name, { as: root })).toMatchObject(refusal(500, expect.stringMatching(message)))
  expect((await send('GET', 'system/environment')).status).toBe(200)
  instance.failures.splice(0)
})

it('responds to every verb and path with the return value of the script', async () => {
  const name = await service(
    `const { method, resource, parameters, payload } = event.request
    return { method, resource, parameters, payload, user: platform.session.user.email, response_was: event.response, script: platform.config.script }`,
    {
      config: { shelf: 3 },
    },
  )
  const { status, body } = await send('PATCH', `${name}/a/b?c=d`, { as: root, body: { e: 1 } })
  expect(status).toBe(200)
  expect(body).toEqual({
    method: 'PATCH',
    resource: 'a/b',
    parameters: { c: 'd' },
    payload: { e: 1 },
    user: root.email,
    response_was: { content: null, content_type: null, status_code: 200 },
    script: { shelf: 3 },
  })
})

it('passes a plain text body to the script unchanged', async () => {
  const name = await service('return [event.request.payload, event.request.content, event.request.content_type]')
  const headers = { 'content-type': 'text/plain' }
  expect((await send('POST', name, { as: root, headers, body: 'hello, "you"' })).body).toEqual([
    'hello, "you"',
    'hello, "you"',
    'text/plain',
  ])
})

it('sends what the script sets in the response', async () => {
  const name = await service(
    `event.response = { status_code: 201, content: '<p>made</p>', content_type: 'text/html', headers: { 'X-Made': 'yes' } }`,
  )
  const { status, body, headers } = await send('POST', name, { as: root, body: {} })
  expect([status, body, headers['x-made'], headers['content-type']]).toEqual([201, '<p>made</p>', 'yes', 'text/html'])
})

it('calls other services as its caller, with the script requestor', async () => {
  const name = await service(
    "const { status_code, content } = await platform.api.get('system/role?as_list=true'); return { status: status_code, roles: content }",
  )
  expect((await send('GET', name, { as: root })).body).toMatchObject({
    status: 200,
    roles: { resource: [expect.anything()] },
  })

  const role = await make.role({
    access: [
      { service_id: await make.serviceId(name), component: '*', verbs: ['GET'] },
      { service_id: await make.serviceId('system'), component: 'role/*', verbs: ['GET'] },
    ],
  })
  const app = await make.app({ role_id: role.id })
  const { body } = await send<{ status: number }>('GET', name, { key: app.api_key })
  expect(body.status).toBe(401)
})

it('lists components for roles, from its description or from the script', async () => {
  const plain = await service('return 1')
  expect((await send('GET', `${plain}?as_access_list=true`, { as: root })).body).toEqual({ resource: ['', '*'] })
  const own = await service("return { resource: ['stock/', 'stock/*'] }", { implements_access_list: true })
  expect((await send('GET', `${own}?as_access_list=true`, { as: root })).body).toEqual({
    resource: ['', '*', 'stock/', 'stock/*'],
  })
})

it('caches responses for the configured time, separately for each caller', async () => {
  const name = await service('return { at: Math.random() }', { cache_enabled: true, cache_ttl: 60 })
  const first = await send('GET', `${name}/a?b=1`, { as: root })
  expect((await send('GET', `${name}/a?b=1`, { as: root })).body).toEqual(first.body)
  expect((await send('GET', `${name}/a?b=2`, { as: root })).body).not.toEqual(first.body)
  expect((await send('POST', `${name}/a?b=1`, { as: root, body: {} })).body).not.toEqual(first.body)
  const tokens = [await createAccessToken(instance, root, accessTabs), await createAccessToken(instance, root, allTabs)]
  const byTokens = await Promise.all(tokens.map((token) => send('GET', `${name}/a?b=1`, bearer(token))))
  expect(new Set([first, ...byTokens].map(({ body }) => JSON.stringify(body))).size).toBe(3)
})

it('responds at once and runs afterwards if its runs are queued', async () => {
  const log = await service('return 1')
  const name = await service(
    "await platform.api.post('system/lookup', { resource: [{ name: 'ran', value: event.request.payload.by }] })",
    { queued: true },
  )
  expect(await send('POST', name, { as: root, body: { by: log } })).toMatchObject({
    status: 202,
    body: { success: true },
  })
  await vi.waitFor(async () => {
    const { body } = await send('GET', 'system/lookup?fields=value', { as: root })
    expect(body).toEqual({ resource: [{ value: log }] })
  })
})

it('delays queued runs by its setting, which has to be a valid time', async () => {
  const later = (delay: unknown) =>
    record('later', { content: 'return 1', queued: true, config: { QUEUED_DELAY: delay } })
  for (const wrong of ['soon', -1, 2_592_001, { a: 1 }]) {
    const { status, body } = await send('POST', 'system/service', { as: root, body: { resource: [later(wrong)] } })
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('QUEUED_DELAY must be')])
  }
  await send('POST', 'system/service', { as: root, body: { resource: [later('60')] } })
  expect((await send('POST', 'later', { as: root, body: {} })).status).toBe(202)
  await instance.scriptQueue.idle()
  const runs = 'system/event_script/later/run'
  expect((await send('GET', runs, { as: root })).body).toEqual({ resource: [], waiting: 1 })
  await parts.store.db.updateTable('script_queue').set({ due: Date.now() }).execute()
  await instance.scriptQueue.idle()
  expect((await send('GET', runs, { as: root })).body).toMatchObject({ resource: [{ ok: true }], waiting: 0 })
})

it.skipIf(!isInstalled('php'))('stores values between runs, and rejects values that are too large', async () => {
  const name = await service(
    `$store = $platform['store'];
    $seen = $store->get('seen', []);
    $store->set('seen', [...$seen, $event['request']['payload']['by']]);
    return ['seen' => $store->get('seen'), 'none' => $store->get('none', 'nothing')];`,
    {},
    'php',
  )
  const post = (by: unknown) => send('POST', name, { as: root, body: { by } })
  expect(await post('x'.repeat(70_000))).toMatchObject(refusal(500, 'A value can have at most 65536 characters.'))
  await post({ a: 1 })
  expect((await post(null)).body).toEqual({ seen: [{ a: 1 }, null], none: 'nothing' })
  const rows = await parts.store.db.selectFrom('script_value').selectAll().execute()
  expect(rows).toEqual([{ name: 'seen', value: expect.not.stringContaining('{') }])
})

it('is rejected when the queue is full, while an event continues without its script and logs that', async () => {
  const queued = 'system.role.get.queued'
  const name = await service('return 1', { queued: true })
  const script = { type: 'nodejs', content: 'return', is_active: true }
  await send('POST', `system/event_script/${queued}`, { as: root, body: script })
  const elsewhere = { script: 'another', job: '', attempts: 1, running_until: Date.now() + 60_000 }
  await parts.store.db.insertInto('script_queue').values(elsewhere).execute()
  const message = 'The queue of scripts is full: at most 1 can wait.'
  expect(await send('POST', name, { as: root, body: {} })).toMatchObject(refusal(503, message))
  expect((await send('GET', 'system/role', { as: root })).status).toBe(200)
  expect((await send('GET', `system/event_script/${queued}/run`, { as: root })).body).toMatchObject({
    resource: [{ ok: false, error: { kind: 'left-out', message: `It could not be queued: ${message}` } }],
    waiting: 0,
  })
  await parts.store.db.deleteFrom('script_queue').execute()
  expect((await send('POST', name, { as: root, body: {} })).status).toBe(202)
  await instance.scriptQueue.idle()
  await send('DELETE', `system/event_script/${queued}`, { as: root })
  instance.failures.splice(0)
})

it('lists the languages that this machine runs', async () => {
  const { body } = await send<{ available: boolean }>('GET', 'system/service_type/nodejs', { as: root })
  expect(body.available).toBe(true)
  const { body: types } = await send<{ resource: object[] }>('GET', 'system/script_type', { as: root })
  expect(types.resource[0]).toMatchObject({ name: 'nodejs', available: true, version: process.versions.node })
})
