import { describe, expect, it } from 'vitest'
import { sharedInstance } from '../../testing/test-instance.ts'
import { engines } from '../../testing/test-store.ts'

interface Lookup {
  readonly id: number
  readonly name: string
  readonly value: string | null
  readonly private: boolean
}

interface Access {
  readonly id: number
  readonly component: string
}

interface Role {
  readonly id: number
  readonly lookup_by_role_id: readonly Lookup[]
  readonly role_service_access_by_role_id: readonly Access[]
}

const both = 'fields=*&related=lookup_by_role_id,role_service_access_by_role_id'

describe.each(engines)('rows written with their owner on %s', (engine) => {
  const { send, root, make } = sharedInstance({ engine })
  let made = 0
  async function createRole(more: object): Promise<Role> {
    made += 1
    const body = { resource: [{ name: `role ${made}`, ...more }] }
    const answer = await send<{ resource: [Role] }>('POST', `system/role?${both}`, { as: root, body })
    expect(answer).toMatchObject({ status: 201 })
    return answer.body.resource[0]
  }
  const change = (id: number, body: object) => send<Role>('PATCH', `system/role/${id}?${both}`, { as: root, body })
  const changeAll = (resource: readonly object[], query = '') =>
    send('PATCH', `system/role?${query}${both}`, { as: root, body: { resource } })
  const refused = (message: unknown) => ({ status: 400, body: { error: { code: 400, message } } })

  it.each([
    [{ lookup_by_role_id: 'k' }, "'lookup_by_role_id' must be a list of records."],
    [{ lookup_by_role_id: { name: 'k' } }, "'lookup_by_role_id' must be a list of records."],
    [{ lookup_by_role_id: ['k'] }, "'lookup_by_role_id' holds something that is not a record."],
    [{ lookup_by_role_id: [{ value: 'v' }] }, expect.stringContaining('name is required.')],
    [{ lookup_by_role_id: [{ id: 9999, name: 'k' }] }, "'lookup_by_role_id' holds no record with identifier '9999'."],
    [{ role_service_access_by_role_id: [{ service_id: 9999 }] }, expect.stringContaining('service 9999')],
    [{ role_service_access_by_role_id: [{ verb_mask: 32 }] }, expect.stringContaining('0 to 31')],
    [{ role_service_access_by_role_id: [{ filters: 'x' }] }, expect.stringContaining('filters')],
    [{ role_service_access_by_role_id: [{ filter_op: 'xor' }] }, expect.stringContaining('filter_op')],
  ])('rejects %o without changing the owner', async (rows, message) => {
    const role = await createRole({})
    expect(await change(role.id, { description: 'lost', ...rows })).toMatchObject(refused(message))
    expect((await change(role.id, {})).body).toMatchObject({ description: null, lookup_by_role_id: [] })
  })

  it('rejects rows of another owner', async () => {
    const theirs = await createRole({ lookup_by_role_id: [{ name: 'k', value: 'theirs' }] })
    const mine = await createRole({})
    const id = theirs.lookup_by_role_id[0]?.id
    const answer = await change(mine.id, { lookup_by_role_id: [{ id, value: 'mine' }] })
    expect(answer).toMatchObject(refused(`'lookup_by_role_id' holds no record with identifier '${id}'.`))
    expect((await change(theirs.id, {})).body.lookup_by_role_id).toMatchObject([{ value: 'theirs' }])
  })

  it('rejects two lookup keys with the same name, for a new or an existing owner', async () => {
    const twice = { lookup_by_role_id: [{ name: 'k' }, { name: 'k' }] }
    const created = await send('POST', 'system/role', { as: root, body: { name: 'twice', ...twice } })
    expect(created).toMatchObject({
      status: 400,
      body: { error: { context: { resource: [{ context: { name: [expect.any(String)] } }] } } },
    })
    expect((await send('GET', 'system/role?count_only=true&filter=name=twice', { as: root })).body).toBe(0)
    const role = await createRole({ lookup_by_role_id: [{ name: 'a' }, { name: 'b' }] })
    const id = role.lookup_by_role_id[1]?.id
    const renamed = await change(role.id, { lookup_by_role_id: [{ id, name: 'a' }] })
    expect(renamed).toMatchObject(refused(expect.stringContaining('name is already in use')))
  })

  it('adds, updates and detaches rows, and leaves those not mentioned unchanged', async () => {
    const role = await createRole({
      role_service_access_by_role_id: [{ component: 'kept' }, { component: 'changed' }, { component: 'detached' }],
    })
    const [kept, changed, detached] = role.role_service_access_by_role_id
    const answer = await change(role.id, {
      role_service_access_by_role_id: [
        { id: changed?.id, component: 'new name' },
        { ...detached, role_id: null },
        { component: 'added', role_id: null },
        {},
        [],
        null,
      ],
    })
    expect(answer.body.role_service_access_by_role_id).toMatchObject([
      { id: kept?.id, component: 'kept' },
      { id: changed?.id, component: 'new name' },
      { component: 'added', role_id: role.id, requestor_mask: 1, verb_mask: 0, service_id: null },
    ])
    const again = await change(role.id, { role_service_access_by_role_id: [{ id: detached?.id, role_id: null }] })
    expect(again.status).toBe(200)
  })

  it('moves a row to another owner', async () => {
    const from = await createRole({ role_service_access_by_role_id: [{ component: 'moved' }] })
    const to = await createRole({})
    const id = from.role_service_access_by_role_id[0]?.id
    const etag = async () => (await send('GET', `system/role/${to.id}`, { as: root })).headers.etag
    const before = await etag()
    const moved = await change(from.id, { role_service_access_by_role_id: [{ id, role_id: to.id }] })
    expect(moved.body.role_service_access_by_role_id).toEqual([])
    expect(await etag()).not.toBe(before)
    expect((await change(to.id, {})).body.role_service_access_by_role_id).toMatchObject([{ id, component: 'moved' }])
  })

  it('rejects a row of an owner that does not give it away in the same request', async () => {
    const from = await createRole({ lookup_by_role_id: [{ name: 'kept' }] })
    const to = await createRole({})
    const id = from.lookup_by_role_id[0]?.id
    for (const row of [{ id }, { id, role_id: from.id }]) {
      const taking = { id: to.id, lookup_by_role_id: [{ id, role_id: to.id, value: 'theirs' }] }
      const { status, body } = await changeAll([taking, { id: from.id, lookup_by_role_id: [row] }])
      expect([status, JSON.stringify(body)]).toEqual([
        400,
        expect.stringContaining(`'lookup_by_role_id' holds no record with identifier '${id}'.`),
      ])
    }
    expect((await change(from.id, {})).body.lookup_by_role_id).toMatchObject([{ id, value: null }])
  })

  it.for(['', 'rollback=true&', 'continue=true&'])(
    'moves rows between owners in one request, in whatever order they come: %s',
    async (query) => {
      for (const receiverFirst of [true, false]) {
        const one = await createRole({ lookup_by_role_id: [{ name: 'x', value: 'old' }, { name: 'own' }] })
        const other = await createRole({ lookup_by_role_id: [{ name: 'y', value: '2' }] })
        const x = one.lookup_by_role_id[0]?.id
        const y = other.lookup_by_role_id[0]?.id
        const sent = [
          {
            id: one.id,
            lookup_by_role_id: [
              { id: x, role_id: other.id },
              { id: y, role_id: one.id },
            ],
          },
          {
            id: other.id,
            lookup_by_role_id: [
              { id: x, name: 'x', value: 'new' },
              { id: String(y), role_id: one.id, value: '3' },
              { name: 'z' },
            ],
          },
        ]
        const { status, body } = await changeAll(receiverFirst ? sent.toReversed() : sent, query)
        expect([status, body]).toEqual([200, expect.anything()])
        expect((await change(one.id, {})).body.lookup_by_role_id).toMatchObject([
          { name: 'own' },
          { id: y, name: 'y', value: '3', role_id: one.id },
        ])
        expect((await change(other.id, {})).body.lookup_by_role_id).toMatchObject([
          { id: x, name: 'x', value: 'new', role_id: other.id },
          { name: 'z' },
        ])
      }
    },
  )

  it('finds lookup keys without an id by their name', async () => {
    const role = await createRole({ lookup_by_role_id: [{ name: 'k', value: 'old' }] })
    const { body } = await change(role.id, { lookup_by_role_id: [{ name: 'k', value: 'new' }, { name: 'l' }] })
    expect(body.lookup_by_role_id).toMatchObject([
      { id: role.lookup_by_role_id[0]?.id, value: 'new' },
      { name: 'l', value: null },
    ])
  })

  it('copies rows of a duplicated record instead of moving them', async () => {
    const original = await createRole({ lookup_by_role_id: [{ name: 'k', value: 'v' }] })
    const copy = await createRole({ lookup_by_role_id: original.lookup_by_role_id })
    expect(copy.lookup_by_role_id[0]).toMatchObject({ name: 'k', value: 'v', role_id: copy.id })
    expect((await change(original.id, {})).body.lookup_by_role_id).toEqual(original.lookup_by_role_id)
  })

  it('keeps a private value that is sent back as its mask, and never returns it', async () => {
    const role = await createRole({ lookup_by_role_id: [{ name: 'pin', value: '1234', private: true }] })
    const [pin] = role.lookup_by_role_id
    expect(pin).toMatchObject({ value: '**********', private: true })
    const kept = await change(role.id, { lookup_by_role_id: [{ ...pin, description: 'of the safe' }] })
    expect(kept.body.lookup_by_role_id).toMatchObject([{ value: '**********', description: 'of the safe' }])
    const shown = await change(role.id, { lookup_by_role_id: [{ ...pin, private: false }] })
    expect(shown).toMatchObject(refused(expect.stringContaining('value must be entered again')))
    const replaced = await change(role.id, { lookup_by_role_id: [{ ...pin, private: false, value: '99' }] })
    expect(replaced.body.lookup_by_role_id).toMatchObject([{ value: '99', private: false }])
  })

  it('writes and removes the row of a has-one relation', async () => {
    const { id } = await make.service()
    const path = `system/service/${id}?fields=id&related=service_doc_by_service_id`
    const write = (doc: unknown) => send('PATCH', path, { as: root, body: { service_doc_by_service_id: doc } })
    expect((await write({ format: 2 })).status).toBe(400)
    const doc = { service_id: id, format: 1, content: 'openapi: 3.1.0' }
    expect((await write(doc)).body).toMatchObject({ id, service_doc_by_service_id: doc })
    const content = 'openapi: 3.1.1'
    expect((await write({ content })).body).toMatchObject({ service_doc_by_service_id: { ...doc, content } })
    for (const gone of [null, {}, [], { service_id: null }]) {
      await write(doc)
      expect((await write(gone)).body).toEqual({ id, service_doc_by_service_id: null })
    }
  })

  it('ignores rows that belong to another owner', async () => {
    const role = await createRole({})
    const app = { name: 'echo', role_id: role.id, role_by_role_id: { id: 1, name: 'changed' } }
    const created = await send('POST', 'system/app?related=role_by_role_id', { as: root, body: app })
    expect(created.body).toMatchObject({ resource: [{ role_by_role_id: { id: role.id } }] })
    const taken = await send('PATCH', `system/role/${role.id}?related=app_by_role_id`, {
      as: root,
      body: { app_by_role_id: [{ id: 1, role_id: null }] },
    })
    expect(taken.body).toMatchObject({ app_by_role_id: [{ name: 'echo' }] })
  })
})
