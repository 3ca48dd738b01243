import { describe, expect, it } from 'vitest'
import { sharedInstance } from '../../../../testing/test-instance.ts'

interface Rows {
  readonly resource: readonly Record<string, unknown>[]
}
interface Refusal {
  readonly error: { readonly message: string; readonly status_code: number; readonly context: unknown }
}

describe('scripts at events', () => {
  const { send, root, make, failures, parts, scriptQueue } = sharedInstance({ config: { sampleData: true } })
  const as = root
  const table = 'sample/_table/customer'
  const save = (name: string, content: string, more: object = {}) =>
    send<Refusal>('POST', `system/event_script/${name}`, {
      as,
      body: { type: 'nodejs', content, is_active: true, allow_event_modification: true, ...more },
    })
  const remove = (name: string) => send('DELETE', `system/event_script/${name}`, { as })
  /** Saves a script, runs `work` and deletes the script. */
  async function withScript<T>(name: string, content: string, work: () => Promise<T>, more: object = {}): Promise<T> {
    expect((await save(name, content, more)).status).toBe(201)
    try {
      return await work()
    } finally {
      await remove(name)
    }
  }
  const customer = {
    name: 'a',
    is_company: false,
    email: 'a@example.test',
    city: 'A',
    country: 'GB',
    customer_since: '2026-01-01',
    credit_limit: 1,
    newsletter: false,
  }
  const rows = (query = 'limit=1') => send<Rows>('GET', `${table}?${query}`, { as })

  it('are not accessible to anonymous callers and users without access', async () => {
    const user = await make.user()
    for (const path of ['system/event', 'system/event_script', 'system/script_type']) {
      expect((await send('GET', path)).status).toBe(400)
      expect((await send('GET', path, { as: user })).status).toBe(400)
    }
  })

  it.each([
    ['not.an.event', {}, 'name'],
    ['nosuch.get', {}, 'name'],
    ['sample._table.customer.fetch', {}, 'name'],
    ['sample._table.customer.get.before', {}, 'name'],
    ['sample._nothing.get', {}, 'name'],
    ['system.limit.1.exceeded.pre_process', {}, 'name'],
    ['sample.get', { type: 'cobol' }, 'type'],
    ['sample.get', { type: null }, 'type'],
    ['sample.get', { config: '{"a":' }, 'config'],
    ['sample.get', { storage_service_id: 999_999 }, 'storage_service_id'],
  ])('named %s with %j are rejected for their %s', async (name, more, field) => {
    const { status, body } = await save(name, '', more)
    expect(status).toBe(400)
    expect(body.error.context).toEqual({ [field]: [expect.any(String)] })
  })

  it('are read by name, updated and deleted', async () => {
    const name = 'sample._table.{table_name}.get.post_process'
    const path = `system/event_script/${name}`
    const missing = await send<Refusal>('GET', path, { as })
    expect([missing.status, missing.body.error.message]).toEqual([404, `Record with identifier '${name}' not found.`])
    const sent = { name, type: 'nodejs', content: 'return', config: { a: 1 } }
    expect(await send('POST', path, { as, body: sent })).toMatchObject({ status: 201, body: { name } })
    expect(await send('POST', `${path}?fields=*`, { as, body: { ...sent, content: '' } })).toMatchObject({
      status: 200,
      body: { name, content: '', config: '{"a":1}', is_active: false, allow_event_modification: false },
    })
    expect((await send('GET', 'system/event_script?as_list=true', { as })).body).toEqual({ resource: [name] })
    const stale = { as, body: sent, headers: { 'if-match': '"other"' } }
    expect((await send('POST', path, stale)).status).toBe(412)
    expect((await remove(name)).body).toEqual({ name })
    expect((await remove(name)).status).toBe(404)
  })

  it('are in the audit log, and can be reverted', async () => {
    const path = 'system/event_script/sample.get.queued'
    await save('sample.get.queued', 'return 1')
    await save('sample.get.queued', 'return 2')
    await remove('sample.get.queued')
    const trail = await send<Rows>('GET', 'system/audit?filter=record_id="sample.get.queued"&order=id desc', { as })
    expect(trail.body.resource).toMatchObject([
      { resource: 'event_script', action: 'deleted' },
      { action: 'modified', before: { content: 'return 1' }, after: { content: 'return 2' } },
      { action: 'created' },
    ])
    expect((await send('POST', `system/audit/${trail.body.resource[0]?.id}/take_back`, { as })).status).toBeLessThan(
      300,
    )
    expect((await send('GET', path, { as })).body).toMatchObject({ content: 'return 2', is_active: true })
    await remove('sample.get.queued')
  })

  it('reject a write with their own message', async () => {
    const before = await send('GET', `${table}?count_only=true`, { as })
    const refused = await withScript(
      'sample._table.customer.post.pre_process',
      `for (const row of event.request.payload.resource) if (!row.email) throw new Error('email is missing')`,
      async () => {
        const write = (row: object) => send<Refusal>('POST', table, { as, body: { resource: [row] } })
        expect((await write(customer)).status).toBe(200)
        // Another spelling of the table's name does not bypass the script.
        const other = await send<Refusal>('POST', 'sample/_table/CUSTOMER', { as, body: { resource: [{ name: 'c' }] } })
        expect(other.body.error.message).toBe('email is missing')
        return write({ ...customer, email: null })
      },
      { allow_event_modification: false },
    )
    expect(refused).toMatchObject({ status: 500, body: { error: { message: 'email is missing', status_code: 500 } } })
    expect((await send('GET', `${table}?count_only=true`, { as })).body).toBe(Number(before.body) + 1)
  })

  it('change a request, and respond in place of the service', async () => {
    const changing = `event.request.parameters = { filter: 'id < 4', fields: 'id' }`
    await withScript('sample._table.{table_name}.get.pre_process', changing, async () => {
      expect((await rows('')).body.resource).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
    })
    const answering = `event.response = { status_code: 203, content: 'a,b', content_type: 'text/csv', headers: { 'X-By': 'script' } }`
    await withScript('sample._table.customer.get.pre_process', answering, async () => {
      const { status, headers } = await rows()
      expect([status, headers['x-by'], headers['content-type']]).toEqual([203, 'script', 'text/csv'])
    })
  })

  it('change nothing without permission to modify events', async () => {
    const plain = await rows()
    const changing = `event.request.parameters = { limit: '7' }; event.response = { content: 1 }`
    await withScript(
      'sample._table.customer.get.pre_process',
      changing,
      async () => {
        expect((await rows()).body).toEqual(plain.body)
      },
      { allow_event_modification: false },
    )
  })

  it('add to a response, the general script before the specific one, without losing digits', async () => {
    const add = (letter: string) => `event.response.content.seen = (event.response.content.seen ?? '') + '${letter}'`
    await withScript('sample._table.{table_name}.get.post_process', add('a'), () =>
      withScript('sample._table.customer.get.post_process', add('b'), async () => {
        expect((await rows()).body).toMatchObject({ seen: 'ab', resource: [{ id: 1 }] })
        expect((await send('GET', 'sample/_table/product?limit=1', { as })).body).toMatchObject({ seen: 'a' })
      }),
    )
  })

  it('see error responses, and can replace them', async () => {
    const mending = `if (event.response.status_code === 404) event.response = { status_code: 200, content: { none: true } }`
    await withScript('sample._table.customer.{id}.get.post_process', mending, async () => {
      expect(await send('GET', `${table}/999999`, { as })).toMatchObject({ status: 200, body: { none: true } })
    })
    await withScript('sample._table.customer.{id}.get.post_process', 'event.response.content', async () => {
      expect((await send('GET', `${table}/999999`, { as })).status).toBe(404)
    })
  })

  it('call the API as their caller, up to the maximum depth', async () => {
    const asking = `const { content } = event.response
      content.me = [(await platform.api.get('system/admin/profile')).content.email, platform.session.user.email]`
    await withScript('sample._table.customer.get.post_process', asking, async () => {
      expect((await rows()).body).toMatchObject({ me: [root.email, root.email] })
    })
    const endless = `const answer = await platform.api.get('sample/_table/customer?limit=1'); if (answer.status_code >= 400) throw new Error('inner: ' + answer.status_code)`
    await withScript('sample._table.customer.get.pre_process', endless, async () => {
      const { status, body } = await send<Refusal>('GET', `${table}?limit=1`, { as })
      expect([status, body.error.message]).toEqual([500, expect.stringMatching(/^inner: 5/)])
    })
    failures.length = 0
  })

  it('run for built-in services, and see no tokens', async () => {
    const telling = `event.response.content.seen = Object.keys(event.request.headers)`
    await withScript('system.role.get.post_process', telling, async () => {
      const { body } = await send<{ seen: string[] }>('GET', 'system/role', { as })
      expect(body.seen).toContain('host')
      expect(body.seen).not.toContain('x-dreamfactory-session-token')
    })
  })

  it('are not recreated by a client that read them before they were deleted', async () => {
    const path = 'system/event_script/sample.get'
    await save('sample.get', 'return 1')
    const { headers } = await send('GET', path, { as })
    await remove('sample.get')
    const body = { type: 'nodejs', content: 'return 2' }
    const late = await send('POST', path, { as, body, headers: { 'If-Match': String(headers.etag) } })
    expect(late).toMatchObject({ status: 412, body: { error: { message: expect.stringContaining('deleted') } } })
    expect((await send('GET', path, { as })).status).toBe(404)
  })

  it('run after the response when they are queued', async () => {
    const noting = `await platform.api.post('system/custom', { resource: [{ name: 'queued', value: event.response.content.resource[0].id }] })`
    await withScript('sample._table.customer.get.queued', noting, async () => {
      await rows()
      await scriptQueue.idle()
      expect((await send('GET', 'system/custom/queued', { as })).body).toBe(1)
      const { body } = await send('GET', 'system/event_script/sample._table.customer.get.queued/run', { as })
      expect(body).toMatchObject({
        resource: [{ ok: true, verb: 'GET', path: 'sample/_table/customer', user_id: root.id }],
        waiting: 0,
      })
    })
  })

  it('run once when a limit is exceeded', async () => {
    const user = await make.user()
    const sent = { name: 'few', type: 'instance.user', rate: 1, period: 'minute', user_id: user.id }
    const limit = await send<Rows>('POST', 'system/limit', { as, body: { resource: [sent] } })
    const id = Number(limit.body.resource[0]?.id)
    const { body } = await send('GET', 'system/event?service=system&scriptable=true', { as })
    expect(body).toMatchObject({
      system: {
        'system.limit.{id}.exceeded': {
          type: 'service',
          endpoints: ['system.limit.{id}.exceeded', 'system.limit.{id}.exceeded.queued'],
          parameter: { id: [String(id)] },
        },
      },
    })
    const name = `system.limit.${id}.exceeded`
    await withScript(name, 'console.log(event.resource.name)', async () => {
      for (const status of [200, 429, 429])
        expect((await send('GET', 'user/profile', { as: user })).status).toBe(status)
      await parts.background.idle()
      await scriptQueue.idle()
      const runs = await send<Rows>('GET', `system/event_script/${name}/run`, { as })
      expect(runs.body.resource).toMatchObject([{ ok: true, output: 'few\n', user_id: user.id, path: 'user/profile' }])
    })
    await send('DELETE', `system/limit/${id}`, { as })
  })

  it('are read from files, and skipped if the file is missing', async () => {
    const files = await make.serviceId('files')
    const put = (content: string) => send('PUT', 'files/a.js', { as, body: content })
    await put('event.response.content.from = "file"')
    const link = { storage_service_id: files, storage_path: '/a.js', content: 'throw new Error("not this")' }
    const name = 'sample._table.customer.get.post_process'
    await withScript(
      name,
      '',
      async () => {
        expect((await rows()).body).toMatchObject({ from: 'file' })
        await put('event.response.content.from = "other"')
        expect((await rows()).body).toMatchObject({ from: 'file' })
        await send('DELETE', `system/cache/_event/${name}`, { as })
        expect((await rows()).body).toMatchObject({ from: 'other' })
        await send('DELETE', 'files/a.js', { as })
        await send('DELETE', `system/cache/_event/${name}`, { as })
        expect((await rows()).status).toBe(200)
        expect(failures.splice(0)).toEqual([expect.stringContaining('was skipped')])
        const runs = await send('GET', `system/event_script/${name}/run`, { as })
        expect(runs.body).toHaveProperty('resource.0.error.kind', 'left-out')
      },
      link,
    )
  })

  it('see text files, and leave other files unchanged', async () => {
    await send('PUT', 'files/a.txt', { as, body: 'a text' })
    await send('PUT', 'files/a.bin', { as, body: Buffer.from([0, 255, 1]), headers: { 'content-type': 'image/png' } })
    const shouting = `if (event.response.content !== null) event.response.content = event.response.content.toUpperCase()`
    await withScript('files.{file_path}.get.post_process', shouting, async () => {
      const { body, headers } = await send('GET', 'files/a.txt', { as })
      expect([body, headers['content-type']]).toEqual(['A TEXT', expect.stringContaining('text/plain')])
      expect((await send('GET', 'files/a.bin', { as })).headers['content-length']).toBe('3')
    })
    const marking = `event.response.headers = { 'X-Seen': 'yes' }; event.response.content_type = 'image/gif'; event.response.status_code = 203`
    await withScript('files.{file_path}.get.post_process', marking, async () => {
      const headers = { 'x-seen': 'yes', 'content-type': 'image/gif', 'content-length': '3' }
      expect(await send('GET', 'files/a.bin', { as })).toMatchObject({ status: 203, headers })
    })
    await withScript('files.{file_path}.get.post_process', 'throw new Error("no files")', async () => {
      expect((await send('GET', 'files/a.bin', { as })).status).toBe(500)
    })
  })

  it('never prevent administrators from repairing them', async () => {
    const name = 'system.event_script.{id}.delete.pre_process'
    await withScript(name, 'throw new Error("stays")', async () => undefined)
    expect((await send('GET', `system/event_script/${name}`, { as })).status).toBe(404)
  })

  it('run for a hundred concurrent requests', async () => {
    await withScript('sample._table.customer.get.post_process', 'event.response.content.n = 1', async () => {
      const answers = await Promise.all(Array.from({ length: 100 }, () => rows()))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    })
  })
})
