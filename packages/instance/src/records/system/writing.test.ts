import { describe, expect, it } from 'vitest'
import { sharedInstance } from '../../testing/test-instance.ts'
import { engines } from '../../testing/test-store.ts'

const noRecords = expect.stringMatching(/^No record\(s\) detected in request\./)

describe.each(engines)('writing records on %s', (engine) => {
  const { send, root, parts } = sharedInstance({ engine })
  const call = (verb: string, path: string, body?: unknown) => send(verb, `system/${path}`, { as: root, body })
  const inBatch = (problem: object) => ({
    status: 400,
    body: { error: { code: 1000, context: { resource: [problem] } } },
  })
  async function createRole(name: string, more: object = {}): Promise<number> {
    const { body } = await send<{ resource: [{ id: number }] }>('POST', 'system/role', {
      as: root,
      body: { resource: [{ name, ...more }] },
    })
    return body.resource[0].id
  }

  it.each([undefined, {}, [], { resource: [] }, { resource: 'role' }, 'role', 7, null])(
    'rejects creation from %o, which has no record',
    async (body) => {
      const headers = { 'content-type': 'application/json' }
      const sent = body === undefined ? {} : { body: JSON.stringify(body), headers }
      const answer = await send('POST', 'system/role', { as: root, ...sent })
      expect(answer).toMatchObject({ status: 400, body: { error: { message: noRecords } } })
    },
  )

  it('rejects creating under an id, and updating or deleting by filter', async () => {
    expect(await call('POST', 'role/1', { name: 'x' })).toMatchObject({ status: 400 })
    const unsupported = { status: 400, body: { error: { message: 'Changing records by filter is not supported.' } } }
    expect(await call('PATCH', 'role?filter=id=1')).toMatchObject(unsupported)
    expect(await call('PATCH', 'role?filter=id=1', { resource: [{ id: 1, description: 'x' }] })).toMatchObject(
      unsupported,
    )
    expect(await call('DELETE', 'role?filter=id=1&force=true')).toMatchObject(unsupported)
    expect(await call('DELETE', 'role?filter=id=1', [{ id: 1 }])).toMatchObject(unsupported)
  })

  it('rejects records without their id', async () => {
    const unnamed = { error: { context: { error: [0], resource: [{ message: "A record has no 'id'." }] } } }
    for (const verb of ['PATCH', 'DELETE']) {
      expect(await call(verb, 'role?force=true', [{ name: 'x' }])).toMatchObject({ status: 400, body: unnamed })
    }
  })

  it('rejects deleting everything without force', async () => {
    const message = 'No filter or records given for delete request.'
    expect(await call('DELETE', 'role')).toMatchObject({ status: 400, body: { error: { message } } })
    for (const none of [[], { resource: [] }]) {
      expect(await call('DELETE', 'role?force=true', none)).toMatchObject({ status: 400, body: { error: { message } } })
    }
  })

  it.each([
    ['role', { is_active: true }, { name: ['name is required.'] }],
    ['role', { name: '  ' }, { name: ['name is required.'] }],
    ['role', { name: null }, { name: ['name is required.'] }],
    ['role', { name: 'r'.repeat(65) }, { name: ['name must not have more than 64 characters.'] }],
    ['role', { name: ['a'] }, { name: ['name must be a text.'] }],
    ['role', { name: 'a', is_active: 'yes' }, { is_active: ['is_active must be true or false.'] }],
    ['role', { name: 'a', is_active: 2 }, { is_active: ['is_active must be true or false.'] }],
    ['role', { is_active: 'x' }, { name: [expect.any(String)], is_active: [expect.any(String)] }],
    ['app', { name: 'a', type: 9 }, { type: ['type must be 0 to 4.'] }],
    ['app', { name: 'a', type: 2.5 }, { type: ['type must be a whole number.'] }],
    ['app', { name: 'a', role_id: 9999 }, { role_id: ['role_id names role 9999, which does not exist.'] }],
    ['app', { name: 'a', url: 'javascript:alert(1)' }, { url: [expect.stringContaining('http')] }],
    ['service', { name: 'Bad Name!', type: 'x' }, { name: [expect.stringContaining('letters, numbers')] }],
    ['service', { name: 'a' }, { type: ['type is required.'] }],
    ['service', { name: 'a', type: 'a b' }, { type: [expect.any(String)] }],
    ['service', { name: 'a', type: 'x', config: 'none' }, { config: ['config must be an object.'] }],
    ['cors', { path: 'x', origin: '*', method: ['GET', 'FETCH'] }, { method: [expect.stringContaining('FETCH')] }],
    [
      'cors',
      { path: '^(', origin: '*' },
      { path: [expect.stringMatching(/^path is not a regular expression, or it has/)] },
    ],
    ['cors', { path: 'x', origin: 'https://a.test\r\nx: y' }, { origin: [expect.stringContaining('in one line')] }],
    [
      'cors',
      { path: 'x', origin: '*', header: 'x-名', exposed_header: 'é' },
      { header: [expect.any(String)], exposed_header: [expect.any(String)] },
    ],
    ['cors', { path: 'x' }, { origin: ['origin is required.'] }],
    ['cors', { path: 'x', origin: '*', max_age: -1 }, { max_age: [expect.any(String)] }],
  ])('rejects %s %o with an error per field', async (resource, record, context) => {
    expect(await call('POST', resource, record)).toMatchObject(inBatch({ code: 400, status_code: 400, context }))
  })

  it('rejects a row that is not a record', async () => {
    const message = 'Each record must be an object.'
    expect(await call('POST', 'role', ['clerk'])).toMatchObject(inBatch({ message }))
  })

  it('rejects duplicates on creation and on update', async () => {
    await createRole('taken')
    const id = await createRole('free')
    const problem = { code: 400, context: { name: ['name is already in use.'] } }
    expect(await call('POST', 'role', { name: 'taken' })).toMatchObject(inBatch(problem))
    expect(await call('PATCH', `role/${id}`, { name: 'taken' })).toMatchObject({
      status: 400,
      body: { error: problem },
    })
    expect(await call('PATCH', `role/${id}`, { name: 'free' })).toMatchObject({ status: 200 })
  })

  it('rejects several records for one id', async () => {
    const answer = await call('PATCH', 'role/1', [{ description: 'a' }, { description: 'b' }])
    expect(answer).toMatchObject({ status: 400 })
  })

  it.each([
    ['a bare record', { name: 'bare' }],
    ['a list', [{ name: 'listed' }]],
    ['a wrapped list', { resource: [{ name: 'wrapped' }] }],
    ['a wrapped record', { resource: { name: 'wrapped alone' } }],
  ])('creates from %s and returns the key in a wrapper', async (_, body) => {
    expect(await call('POST', 'role', body)).toMatchObject({
      status: 201,
      body: { resource: [{ id: expect.any(Number) }] },
    })
  })

  it('fills in defaults, ignores fields that cannot be written, and truncates texts that are too long', async () => {
    const sent = {
      name: 'full',
      id: 5000,
      created_by_id: 77,
      nonsense: 1,
      description: 'd'.repeat(300),
      is_active: null,
    }
    const { body } = await send<{ resource: [Record<string, unknown>] }>('POST', 'system/role?fields=*', {
      as: root,
      body: sent,
    })
    const [role] = body.resource
    expect(role).toMatchObject({
      name: 'full',
      description: 'd'.repeat(255),
      is_active: false,
      created_by_id: root.id,
      last_modified_by_id: null,
      created_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    })
    expect(role.id).not.toBe(5000)
    expect(role).not.toHaveProperty('nonsense')
  })

  it('changes only what is sent, with PUT and PATCH, from one record or a list of one', async () => {
    const id = await createRole('kept', { description: 'first', is_active: true })
    for (const [verb, body] of [
      ['PUT', { description: 'second' }],
      ['PATCH', [{ description: 'third' }]],
      ['PATCH', { resource: [{ description: 'fourth' }] }],
    ] as const) {
      expect(await call(verb, `role/${id}`, body)).toMatchObject({ status: 200, body: { id } })
    }
    const whole = { id, name: 'kept', description: 'fourth', is_active: true, last_modified_by_id: root.id }
    expect((await call('GET', `role/${id}`)).body).toMatchObject(whole)
  })

  it('changes many records, each by its own key or all by a list of ids', async () => {
    const ids = [await createRole('m1'), await createRole('m2')]
    const rows = ids.map((id) => ({ id, description: `of ${id}` }))
    expect((await call('PATCH', 'role?fields=id,description', { resource: rows })).body).toEqual({ resource: rows })
    const same = await call('PUT', `role?ids=${ids.join()}&fields=description`, { description: 'same' })
    expect(same).toMatchObject({ status: 200, body: { resource: [{ description: 'same' }, { description: 'same' }] } })
    const named = await call('PATCH', 'role?as_list=true', { ids, resource: [{ description: 'b' }] })
    expect(named.body).toEqual({ resource: ids })
  })

  it('returns a deleted record as it was', async () => {
    const id = await createRole('gone', { is_active: true })
    const answer = await call('DELETE', `role/${id}?fields=*&related=lookup_by_role_id`)
    expect(answer).toMatchObject({ status: 200, body: { id, name: 'gone', is_active: true, lookup_by_role_id: [] } })
    expect(await call('GET', `role/${id}`)).toMatchObject({ status: 404 })
    expect(await call('DELETE', `role/${id}`)).toMatchObject({ status: 404 })
  })

  it('deletes by ids in the query or the body, by records, and everything with force', async () => {
    const a = await createRole('d1')
    const b = await createRole('d2')
    const c = await createRole('d3')
    expect((await call('DELETE', `role?ids=${a}`)).body).toEqual({ resource: [{ id: a }] })
    expect((await call('DELETE', 'role', { ids: [b] })).body).toEqual({ resource: [{ id: b }] })
    expect((await call('DELETE', 'role?fields=name', { resource: [{ id: c }] })).body).toEqual({
      resource: [{ name: 'd3' }],
    })
    await createRole('d4')
    expect(await call('DELETE', 'role?force=true')).toMatchObject({ status: 200 })
    expect((await call('GET', 'role?count_only=true')).body).toBe(0)
  })

  it('publishes its changes after the commit', async () => {
    const heard: unknown[] = []
    // On PostgreSQL a busy machine may miss a heartbeat, which announces everything.
    const stop = parts.store.changes.subscribe((change) => change.ids === 'all' || heard.push(change))
    const id = await createRole('told')
    await call('PATCH', `role/${id}`, { role_service_access_by_role_id: [{ component: '*' }] })
    stop()
    expect(heard).toEqual([
      { table: 'role', ids: [] },
      { table: 'role', ids: [id] },
      { table: 'role_service_access', ids: [] },
    ])
  })
})
