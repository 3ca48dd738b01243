import { describe, expect, it } from 'vitest'
import { sharedInstance } from '../../../../testing/test-instance.ts'
import { engines } from '../../../../testing/test-store.ts'

interface Trial {
  readonly ok: boolean
  readonly output: string
  readonly error: Record<string, unknown> | null
  readonly changes: readonly Record<string, unknown>[]
  readonly outcome: Record<string, unknown>
  readonly calls: readonly Record<string, unknown>[]
}
interface Events {
  readonly sample: {
    readonly request: Record<string, unknown>
    readonly response?: unknown
    readonly resource: unknown
  }
  readonly recorded: readonly { readonly event: unknown }[]
  readonly recording_until: string | null
}

describe.each(engines)('trying scripts on %s', (engine) => {
  const { send, root, make, parts, scriptQueue } = sharedInstance({ engine, config: { sampleData: true } })
  const as = root
  const pre = 'system/event_script/sample._table.customer.post.pre_process'
  const post = 'system/event_script/sample._table.customer.get.post_process'
  const trial = (path: string, content: string, more: object = {}) =>
    send<Trial>('POST', `${path}/trial`, {
      as,
      body: { type: 'nodejs', content, allow_event_modification: true, ...more },
    })

  it('is limited to administrators who may write scripts', async () => {
    const system = await make.serviceId('system')
    const access = [{ service_id: system, component: 'event_script/*', verbs: ['GET'] as const }]
    const role = await make.role({ access })
    const { id: app_id, api_key: key } = await make.app()
    const reader = await make.user({ roles: [{ app_id, role_id: role.id }] })
    const body = { type: 'nodejs', content: '' }
    expect((await send('POST', `${pre}/trial`, { as: reader, key, body })).status).toBe(403)
    expect((await send('GET', `${pre}/event`, { as: reader, key })).status).toBe(403)
    expect((await send('GET', `${pre}/run`, { as: reader, key })).status).toBe(200)
  })

  it.each([
    [{ type: 'cobol' }, 'type'],
    [{ content: 5 }, 'content'],
    [{ event: [] }, 'event'],
    [{ config: '{' }, 'config'],
    [{ storage_service_id: 'x' }, 'storage_service_id'],
  ])('rejects %j', async (more, field) => {
    const { status, body } = await trial(pre, '', more)
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: { context: { [field]: [expect.any(String)] } } })
    expect((await send('GET', `${pre}/trial`, { as })).status).toBe(400)
  })

  it('reports what a script threw, and where', async () => {
    const { status, body } = await trial(pre, 'const a = 1\nconsole.log("seen")\nthrow new Error("no")')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ok: false,
      output: 'seen\n',
      error: { message: 'no', status: 500, line: 3, kind: 'thrown' },
    })
    expect(body.outcome).toMatchObject({ kind: 'refused', status_code: 500, content: { error: { message: 'no' } } })
    expect((await trial(pre, 'const = 1')).body.error).toMatchObject({ kind: 'syntax', line: 1 })
  })

  it('reports what a script changes, with an event of the table', async () => {
    const { body } = await trial(pre, `event.request.payload.resource[0].note = 'new'`)
    expect(body.changes).toEqual([
      { path: 'request.payload.resource.0.note', kind: 'changed', before: null, after: 'new' },
    ])
    expect(body.outcome).toMatchObject({
      kind: 'request',
      request: { payload: { resource: [{ id: 1, note: 'new' }] } },
    })
    const without = await trial(pre, `event.request.payload.resource[0].note = 'new'`, {
      allow_event_modification: false,
    })
    expect([without.body.changes.length, without.body.outcome]).toEqual([1, { kind: 'unchanged' }])
  })

  it('reports the response to a request, with an event from the request', async () => {
    const event = { response: { content: { n: 1 } } }
    const changed = await trial(post, `event.response.content.n += 1; event.response.status_code = 203`, { event })
    expect(changed.body.outcome).toMatchObject({ kind: 'answer', status_code: 203, content: { n: 2 } })
    const instead = await trial(pre, `event.response = { content: 'no', content_type: 'text/plain', status_code: 202 }`)
    expect(instead.body.outcome).toMatchObject({
      kind: 'answer',
      status_code: 202,
      content: 'no',
      content_type: 'text/plain',
    })
  })

  it.each([
    ['sample._table.customer.post.pre_process', { request: 5, response: 'x', resource: { a: [1] } }],
    ['sample._table.customer.post.pre_process', { request: { parameters: 5, headers: [], payload: 'x', service: 7 } }],
    ['sample._table.customer.post.pre_process', { request: { method: 'NONE' } }],
    [
      'sample._table.customer.get.post_process',
      { response: { status_code: 'x', content_type: 7, headers: { a: {} } } },
    ],
    ['nosuch.get', { request: { service: '../x', resource: '%' } }],
    ['no event at all', {}],
    ['..get', {}],
    ['sample._table.%7Btable_name%7D.%7Bid%7D.patch.pre_process', {}],
  ])('with %s and %j ends in a response or an error response', async (name, event) => {
    const content = 'event.request.parameters = null; event.request.headers = 5; event.response = { status_code: 7000 }'
    const { status, body } = await trial(`system/event_script/${name}`, content, { event })
    expect([200, 400]).toContain(status)
    if (status === 200) expect(body.outcome).toHaveProperty('kind')
  })

  it('sends no writing calls unless requested', async () => {
    const calling = `await platform.api.get('sample/_table/customer?limit=1'); await platform.api.post('system/custom', { resource: [{ name: 'tried', value: 1 }] })`
    const { body } = await trial(pre, calling)
    expect(body.calls).toMatchObject([
      { verb: 'GET', path: 'sample/_table/customer?limit=1', status: 200, simulated: false },
      { verb: 'POST', path: 'system/custom', status: 200, simulated: true },
    ])
    expect((await send('GET', 'system/custom/tried', { as })).status).toBe(404)
    expect((await trial(pre, calling, { simulate: false })).body.calls[1]).toMatchObject({
      status: 201,
      simulated: false,
    })
    expect((await send('GET', 'system/custom/tried', { as })).body).toBe(1)
  })

  it('offers recorded events without their secrets', async () => {
    const path = 'system/event_script/user.session.post.post_process/event'
    expect((await send('POST', path, { as, body: { minutes: 61 } })).status).toBe(400)
    const begun = await send<Events>('POST', path, { as, body: { minutes: 5 } })
    expect(begun.body).toMatchObject({ recorded: [], recording_until: expect.any(String) })
    const { email, password } = await make.user()
    await send('POST', 'user/session', { body: { email, password } })
    const { body } = await send<Events>('GET', path, { as })
    expect(body.recorded[0]?.event).toMatchObject({
      request: { method: 'POST', payload: { email, password: '**********' } },
      response: { status_code: 200, content: { session_token: '**********' } },
    })
    expect(JSON.stringify(body)).not.toContain(password)
    expect((await send<Events>('DELETE', path, { as })).body).toMatchObject({ recorded: [], recording_until: null })
  })

  it('runs jobs left by a previous process, and deletes unreadable ones', async () => {
    const name = 'sample._table.customer.get.queued'
    const body = { type: 'nodejs', content: 'console.log(event.resource)', is_active: true }
    await send('POST', `system/event_script/${name}`, { as, body })
    const by = { userId: root.id, appId: null, internal: false }
    const address = { origin: '', address: '', verb: 'GET', service: 'sample', resource: '_table/customer' }
    const job = parts.vault.seal(JSON.stringify({ event: { resource: 'left' }, ...address, depth: 0, by }))
    const left = { script: name, attempts: 1, running_until: 1 }
    await parts.store.db
      .insertInto('script_queue')
      .values([
        { ...left, job: 'not sealed' },
        { ...left, job },
      ])
      .execute()
    await scriptQueue.idle()
    const runs = await send('GET', `system/event_script/${name}/run`, { as })
    expect(runs.body).toMatchObject({ resource: [{ ok: true, output: 'left\n' }], waiting: 0 })
    await send('DELETE', `system/event_script/${name}`, { as })
  })
})
