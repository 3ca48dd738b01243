import { describe, expect, it } from 'vitest'
import { configCalls } from '../../../testing/config-calls.ts'
import { restrictedAdmin } from '../../../testing/restricted-admin.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

const instance = sharedInstance()
const { send, make, root: as } = instance
const { plan, apply, drift, exported } = configCalls(instance)

const lookup = (name: string, value: string | null = 'v') => ({ type: 'lookup', name, values: { value } })
const role = (name: string, access: readonly object[] = []) => ({
  type: 'role',
  name,
  values: { is_active: true, access },
})

describe('configuration is refused', () => {
  it('to everybody but full administrators', async () => {
    const restricted = await restrictedAdmin(instance, ['packages', 'config', 'apps', 'services'])
    for (const each of [{}, { as: await make.user() }, { as: restricted.as }]) {
      for (const path of ['', '/layout', '/drift', '/folder', '/managed', '/text?type=role&name=x']) {
        expect([400, 401, 403]).toContain((await send('GET', `system/config${path}`, each)).status)
      }
      const body = { format: 1, owner: 'default', records: [] }
      expect([400, 401, 403]).toContain((await send('POST', 'system/config', { ...each, body })).status)
    }
  })

  it.each<[string, object]>([
    ['of another format', { format: 2 }],
    ['without an owner', { owner: '' }],
    ['of an odd owner', { owner: '-x' }],
    ['without records', { records: {} }],
    ['with records that are none', { records: ['role'] }],
    ['without a type', { records: [{ name: 'x' }] }],
    ['without a name', { records: [{ type: 'role' }] }],
    ['with values that are none', { records: [{ type: 'role', name: 'x', values: [] }] }],
    ['with an odd file', { records: [{ type: 'role', name: 'x', file: 5 }] }],
    ['with an odd choice', { adopt: 'yes' }],
    ['with an odd plan', { plan: 5 }],
  ])('%s', async (_, more) => {
    expect(await apply([], more)).toMatchObject({ status: 400 })
    expect(await send('PATCH', 'system/config', { as, body: {} })).toMatchObject({ status: 400 })
    expect(await send('GET', 'system/config/nothing', { as })).toMatchObject({ status: 404 })
  })

  it.each<[string, object, string | undefined, string]>([
    ['an unknown type', { type: 'rule', name: 'x' }, undefined, "There is no type 'rule'."],
    ['people', { type: 'user', name: 'a@example.test' }, undefined, "There is no type 'user'."],
    [
      'a mistyped member',
      { type: 'role', name: 'x', values: { is_activ: true } },
      'is_activ',
      "Did you mean 'is_active'?",
    ],
    ['an id', { type: 'app', name: 'x', values: { role_id: 5 } }, 'role_id', "Did you mean 'role'?"],
    ['a reference that is no name', { type: 'app', name: 'x', values: { role: 5 } }, 'role', 'must be the name'],
    [
      'a reference to nothing',
      { type: 'app', name: 'x', values: { role: 'nobody' } },
      'role',
      "There is no role 'nobody'",
    ],
    ['a list that is none', { type: 'role', name: 'x', values: { access: {} } }, 'access', 'must be a list'],
    [
      'an entry that is none',
      { type: 'role', name: 'x', values: { access: ['all'] } },
      'access.0',
      'entries with members',
    ],
    ['an unknown verb', role('x', [{ verb_mask: ['FETCH'] }]), 'access.0.verb_mask', "has 'FETCH'"],
    ['a mistyped member of an entry', role('x', [{ servic: 'db' }]), 'access.0.servic', "Did you mean 'service'?"],
    ['a value of another type', { type: 'limit', name: 'x', values: { rate: 'many' } }, 'rate', 'rate'],
    ['no type of service', { type: 'service', name: 'x' }, 'type', "'type' must name"],
    [
      'an unknown type of service',
      { type: 'service', name: 'x', values: { type: 'pgsl' } },
      'type',
      "Did you mean 'pgsql'?",
    ],
    [
      'an unknown setting',
      { type: 'service', name: 'x', values: { type: 'pgsql', config: { hots: 'h' } } },
      'config.hots',
      "Did you mean 'host'?",
    ],
  ])('with %s', async (_, record, field, sentence) => {
    for (const call of [plan, apply]) {
      const { status, body } = await call([record, lookup('beside')])
      expect(status).toBe(400)
      expect(body.error.context?.problems[0]).toMatchObject({ ...(field !== undefined && { field }) })
      expect(body.error.context?.problems.map(({ message }) => message).join(' ')).toContain(sentence)
    }
    expect((await exported()).some(({ name }) => name === 'beside')).toBe(false)
  })

  it('with a record twice, naming both files, and with all faults at once', async () => {
    const { body } = await plan([
      { ...lookup('double'), file: 'a.yaml' },
      { ...lookup('double'), file: 'b.yaml' },
      { type: 'role', name: 'x', values: { nonsense: 1 } },
    ])
    expect(body.error.context?.problems).toHaveLength(2)
    expect(body.error.message).toContain('also in a.yaml')
    expect(body.error.message).toContain('There are 1 more problems.')
  })

  it('as a whole if one record is', async () => {
    const twin = (name: string) => ({ type: 'limit', name, values: { type: 'instance', rate: 5, period: 'hour' } })
    const { status, body } = await apply([lookup('before.twins'), twin('one'), twin('other')])
    expect(status).toBe(400)
    expect(body.error.message).toContain('limit other:')
    expect((await exported()).filter(({ name }) => ['before.twins', 'one'].includes(name))).toEqual([])
  })

  it('for records of nobody or of somebody else', async () => {
    await make.role({ name: 'By hand' })
    const unmanaged = await apply([role('By hand')])
    expect([unmanaged.status, unmanaged.body.error.message]).toEqual([409, expect.stringContaining('Adopt it')])
    await apply([role('Of a team')], { owner: 'team' })
    const foreign = await apply([role('Of a team')], { adopt: true })
    expect([foreign.status, foreign.body.error.message]).toEqual([409, expect.stringContaining("owner 'team'")])
  })
})

describe('an apply', () => {
  it('creates and changes what differs, deletes what is gone, and leaves everything else alone', async () => {
    await make.role({ name: 'Untouched' })
    const owner = { owner: 'first' }
    const records = [role('Reader', [{ service: 'db', verb_mask: ['GET'] }]), lookup('colour', 'red'), lookup('size')]
    const planned = await plan(records, owner)
    expect(planned.body).toMatchObject({
      applied: false,
      changes: [{ action: 'create' }, { action: 'create' }, { action: 'create' }],
    })
    expect(await exported('first')).toEqual([])
    expect((await apply(records, { ...owner, plan: planned.body.plan })).body).toMatchObject({ applied: true })
    expect(await exported('first')).toEqual(records)

    const changed = [role('Reader', [{ service: 'files', verb_mask: ['GET', 'POST'] }]), lookup('colour', 'blue')]
    const { body } = await apply(changed, owner)
    expect(body.changes).toMatchObject([
      { action: 'change', type: 'role', differences: [{ field: 'access' }] },
      { action: 'change', name: 'colour', differences: [{ field: 'value', from: 'red', to: 'blue' }] },
      { action: 'delete', name: 'size' },
    ])
    expect(await exported('first')).toEqual(changed)
    expect((await apply(changed, owner)).body).toMatchObject({ changes: [], unchanged: 2 })
    expect((await apply([changed[0]], { ...owner, prune: false })).body.changes).toEqual([])
    expect((await exported()).some(({ name }) => name === 'Untouched')).toBe(true)
  })

  it('is refused if the plan is out of date', async () => {
    const owner = { owner: 'stale' }
    await apply([lookup('of.plan', 'a')], owner)
    const { body } = await plan([lookup('of.plan', 'b')], owner)
    await send('PATCH', 'system/lookup', {
      as,
      body: { resource: [{ id: await idOf('lookup', 'of.plan'), value: 'c' }] },
    })
    const { status } = await apply([lookup('of.plan', 'b')], { ...owner, plan: body.plan })
    expect(status).toBe(409)
    expect(await exported('stale')).toEqual([lookup('of.plan', 'c')])
  })

  it('waits for no other: of two at once, one is made, and the other made after it or refused', async () => {
    const lists = [[lookup('left')], [lookup('right')]]
    const answers = await Promise.all(lists.map((records, at) => apply(records, { owner: `side${at}` })))
    const made = answers.map(({ status }) => status)
    expect(made.filter((status) => status !== 200 && status !== 409)).toEqual([])
    expect(made).toContain(200)
    for (const [at, status] of made.entries()) {
      expect(await exported(`side${at}`)).toEqual(status === 200 ? lists[at] : [])
    }
  })

  it('makes records that name each other in a circle', async () => {
    const owner = { owner: 'circle', adopt: true }
    const [user] = (await exported()).filter(({ type, name }) => type === 'service' && name === 'user')
    const values = { ...user?.values, config: { ...Object(user?.values.config), open_reg_role_id: 'Registered' } }
    const records = [
      { type: 'service', name: 'user', values },
      role('Registered', [{ service: 'user', verb_mask: ['GET'] }]),
    ]
    expect((await apply(records, owner)).status).toBe(200)
    expect(await exported('circle')).toEqual(records)
    const { body } = await apply([], owner)
    expect(body.changes).toMatchObject([
      { action: 'delete', name: 'Registered' },
      { action: 'release', name: 'user' },
    ])
  })

  it('deletes services only on request', async () => {
    const owner = { owner: 'services' }
    const database = {
      type: 'service',
      name: 'own',
      values: { label: 'Own', is_active: true, type: 'sqlite', config: { database: 'own.sqlite' } },
    }
    await apply([database], owner)
    const refused = await plan([], owner)
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('allow_destroy')])
    await make.role({
      access: [{ service_id: await idOf('service', 'own'), component: '*', verbs: ['GET'] }],
    })
    const { body } = await plan([], { ...owner, allow_destroy: true })
    expect(body.changes).toMatchObject([{ action: 'delete', dependents: [{ resource: 'role', count: 1 }] }])
    expect((await apply([], { ...owner, allow_destroy: true })).status).toBe(200)
  })
})

it('takes numbers and choices as texts, which is what placeholders stand for', async () => {
  const owner = { owner: 'texts' }
  const database = (active: unknown, port: unknown) => ({
    type: 'service',
    name: 'texts',
    values: { label: 'x', is_active: active, type: 'pgsql', config: { host: 'h', port, database: 'd' } },
  })
  expect((await apply([database('true', '6432')], owner)).status).toBe(200)
  expect(await exported('texts')).toEqual([database(true, 6432)])
  expect((await plan([database(true, '6432')], owner)).body.changes).toEqual([])
})

describe('secrets', () => {
  const secret = 'correct horse battery'
  const records = (password: string | null) => [
    {
      type: 'service',
      name: 'far',
      values: {
        label: 'Far',
        is_active: true,
        type: 'pgsql',
        config: { host: 'db.example.test', database: 'd', ...(password !== null && { password }) },
      },
    },
    { type: 'lookup', name: 'key', values: { private: true, ...(password !== null && { value: password }) } },
  ]
  const owner = { owner: 'secrets' }

  it('are stored, compared and kept, but never shown', async () => {
    const first = await apply(records(secret), owner)
    expect(first.body).toMatchObject({ applied: true })
    expect(await exported('secrets')).toEqual(records(null))
    expect((await plan(records(secret), owner)).body.changes).toEqual([])
    expect((await plan(records(null), owner)).body.changes).toEqual([])
    const other = await plan(records('another'), owner)
    expect(other.body.changes.map(({ differences }) => differences)).toEqual([
      [{ field: 'config.password' }],
      [{ field: 'value' }],
    ])
    const { body: stored } = await send('GET', 'system/config', { as })
    const told = JSON.stringify([
      first.body,
      other.body,
      stored,
      await instance.parts.store.db.selectFrom('managed_record').selectAll().execute(),
    ])
    expect(told).not.toContain(secret)
    expect(told).not.toContain('another')
  })

  it('do not drift, whatever their placeholders stand for', async () => {
    const placeholder = `$${'{env:PASSWORD}'}`
    expect((await drift(records(placeholder), owner)).body.changes).toEqual([])
    const [service, ...more] = records(placeholder)
    const renamed = { ...service, values: { ...service?.values, label: 'Renamed' } }
    expect((await drift([renamed, ...more], owner)).body.changes).toMatchObject([{ differences: [{ field: 'label' }] }])
  })
})

describe('drift', () => {
  it('names exactly what was changed by hand', async () => {
    const owner = { owner: 'watched' }
    await apply([role('Kept'), role('Edited'), lookup('gone'), lookup('kept.key', `$${'{literal}'}`)], owner)
    const edited = { id: await idOf('role', 'Edited'), description: 'by hand' }
    await send('PATCH', 'system/role', { as, body: { resource: [edited] } })
    await send('DELETE', `system/lookup/${await idOf('lookup', 'gone')}`, { as })
    const { body } = await send<{ records: { owner: string }[] }>('GET', 'system/config/drift', { as })
    const own = body.records.filter((record) => record.owner === 'watched')
    expect(own).toHaveLength(2)
    expect(own).toContainEqual(expect.objectContaining({ action: 'delete', type: 'lookup', name: 'gone' }))
    const differences = [{ field: 'description', from: null, to: 'by hand' }]
    expect(own).toContainEqual(expect.objectContaining({ action: 'change', type: 'role', name: 'Edited', differences }))
  })
})

async function idOf(type: string, name: string): Promise<number> {
  const { body } = await send<{ resource: { id: number }[] }>('GET', `system/${type}?filter=name=${name}`, { as })
  return body.resource[0]?.id ?? 0
}
