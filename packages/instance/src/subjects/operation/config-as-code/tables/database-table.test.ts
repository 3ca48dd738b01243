import type { ConfigDrift, ConfigRecord } from '@millwright/contract/wire/config'
import { describe, expect, it } from 'vitest'
import { bearer, createAccessToken } from '../../../../testing/access-tokens.ts'
import { configCalls } from '../../../../testing/config-calls.ts'
import { forEachEngine } from '../../../../testing/databases/for-each-engine.ts'
import { sharedInstance } from '../../../../testing/test-instance.ts'
import { sharedServiceOn } from '../../../data/databases/suite/service-on.ts'

const table = (name: string, fields: object, more: object = {}): ConfigRecord => ({
  type: 'table',
  name: `db/${name}`,
  values: { fields, ...more },
})
const id = { type: 'id' }

const land = table('land', {
  code: { type: 'string', length: 2, is_primary_key: true },
  name: { type: 'string', length: 80 },
})
const town = table(
  'town',
  {
    id,
    name: { type: 'string', length: 80, label: 'Called', is_index: true },
    land: { type: 'reference', allow_null: true, ref_table: 'land', ref_field: 'code', ref_on_delete: 'CASCADE' },
    mayor: { type: 'reference', allow_null: true, ref_table: 'person', ref_field: 'id' },
    size: { type: 'decimal', precision: 12, scale: 2, allow_null: true },
    is_port: { type: 'boolean', default: false },
    founded: { type: 'date', allow_null: true },
    big_name: { type: 'string', is_virtual: true, db_function: [{ use: ['SELECT'], function: 'upper(name)' }] },
  },
  { label: 'Town or City', alias: 'towns', history: true },
)
const person = table('person', {
  id,
  email: { type: 'string', length: 120, validation: { email: {} }, is_unique: true },
  kind: { type: 'string', length: 10, allow_null: true, picklist: ['a', 'b'] },
  home: { type: 'reference', allow_null: true, ref_table: 'town', ref_field: 'id' },
})
const all = [town, land, person]

const sorted = (records: readonly ConfigRecord[]) =>
  records.filter(({ type }) => type === 'table').toSorted((one, other) => (one.name < other.name ? -1 : 1))

describe('with the lock', () => {
  const instance = sharedInstance({ config: { configLock: true, sampleData: true } })

  it('tables are only changed by their folder', async () => {
    const { send, root: as } = instance
    const { apply } = configCalls(instance)
    const own = (label: string) => [
      { ...table('stamp', { id }, { label }), name: 'sample/stamp', file: 'schema/sample/stamp.yaml' },
    ]
    expect((await apply(own('One'))).body).toMatchObject({ applied: true })
    for (const [verb, path, body] of [
      ['PATCH', 'stamp', { label: 'By hand' }],
      ['DELETE', 'stamp', undefined],
      ['POST', 'stamp/_field', { resource: [{ name: 'x', type: 'integer', allow_null: true }] }],
    ] as const) {
      const answer = await send<{ error: { message: string } }>(verb, `sample/_schema/${path}`, {
        as,
        ...(body && { body }),
      })
      expect([path, answer.status, answer.body.error.message]).toEqual([
        path,
        409,
        "The table 'sample/stamp' is managed by 'default', in schema/sample/stamp.yaml. Change it there.",
      ])
    }
    expect((await send('PATCH', 'sample/_schema/product', { as, body: { label: 'By hand' } })).status).toBe(200)
    expect((await apply(own('Other'))).body).toMatchObject({ changes: [{ differences: [{ field: 'label' }] }] })
  })
})

describe('a database that cannot be reached', () => {
  const instance = sharedInstance()

  it('is named by an export of its tables', async () => {
    const { send, root: as } = instance
    const config = { host: '127.0.0.1', port: 9, database: 'x', username: 'x' }
    const far = { name: 'far', label: 'Far', type: 'pgsql', is_active: true, config }
    expect((await send('POST', 'system/service', { as, body: { resource: [far] } })).status).toBe(201)
    expect(await send('GET', 'system/config?schema=far', { as })).toMatchObject({
      status: 503,
      body: { error: { message: expect.stringMatching(/^The tables of 'far' cannot be read: The database on 127/) } },
    })
  })
})

describe('a service that is new in the folder', () => {
  const instance = sharedInstance()

  it('gets its tables with the same apply', async () => {
    const { plan, apply } = configCalls(instance)
    const values = { label: 'New', type: 'sqlite', is_active: true, config: { database: 'fresh.sqlite' } }
    const fresh = [
      { type: 'service', name: 'fresh', values },
      { ...table('stamp', { id }), name: 'fresh/stamp' },
    ]
    expect((await plan(fresh)).body.changes?.map(({ name }) => name)).toEqual(['fresh', 'fresh/stamp'])
    expect((await apply(fresh)).body).toMatchObject({ applied: true })
    expect((await apply(fresh)).body).toMatchObject({ changes: [], unchanged: 2 })
    const { body } = await instance.send('GET', 'fresh/_schema?as_list=true', { as: instance.root })
    expect(body).toEqual({ resource: ['stamp'] })
  })

  it('has none if it is of another kind, and its plan writes nothing', async () => {
    const { plan, apply } = configCalls(instance)
    const { send, root: as } = instance
    const before = (await send('GET', 'files/', { as })).body
    for (const call of [plan, apply])
      expect((await call([{ ...table('stamp', { id }), name: 'files/stamp' }])).body.error?.context?.problems).toEqual([
        { type: 'table', name: 'files/stamp', message: "The service 'files' has no tables." },
      ])
    expect((await send('GET', 'files/', { as })).body).toEqual(before)
  })
})

describe('a table that its database refuses', () => {
  const instance = sharedInstance({ config: { sampleData: true } })

  it('is named, while everything else is applied, and the next apply goes on', async () => {
    const { plan, apply, exported } = configCalls(instance)
    const product = (await exported(undefined, 'sample')).find(({ name }) => name === 'sample/product')
    const wider = (must: object) => [
      { type: 'role', name: 'Beside', values: { is_active: true } },
      { ...product, values: { ...product?.values, fields: { ...(product?.values.fields as object), must } } },
    ]
    // Rows that are there have no value for it, which no plan can know.
    const refused = await apply(wider({ type: 'integer' }), { adopt: true })
    expect([refused.status, refused.body.error.context?.problems]).toMatchObject([
      409,
      [
        {
          name: 'sample/product',
          message: expect.stringContaining('Everything else is applied. Apply again to go on.'),
        },
      ],
    ])
    const again = wider({ type: 'integer', allow_null: true })
    expect((await plan(again)).body).toMatchObject({ unchanged: 1, changes: [{ name: 'sample/product' }] })
    expect((await apply(again)).body).toMatchObject({ applied: true })
    expect((await apply(again)).body).toMatchObject({ changes: [], unchanged: 2 })
  })
})

forEachEngine('tables in a folder', (on) => {
  const here = sharedServiceOn(on)
  const there = sharedServiceOn(on)
  const { send, root: as } = here.instance
  const { plan, apply, exported, drift } = configCalls(here.instance)
  const schema = async (path = '') => (await send<{ resource: string[] }>('GET', `db/_schema${path}`, { as })).body
  const names = async () => (await schema('?as_list=true&refresh=true')).resource
  const drifted = async () => (await send<ConfigDrift>('GET', 'system/config/drift', { as })).body.records
  const problems = async (records: readonly ConfigRecord[], more: object = {}) =>
    (await plan(records, more)).body.error?.context?.problems

  it('are refused with members, types, services or forms that there are none of', async () => {
    for (const [record, field, message] of [
      [table('land', { code: { type: 'string', lenght: 2 } }), 'fields.code.lenght', "Did you mean 'length'?"],
      [table('land', { code: {} }), 'fields.code', "The field 'code' needs a type."],
      [table('land', {}), 'fields', "A table needs 'fields'"],
      [{ ...land, values: { ...land.values, lable: 'x' } }, 'lable', "Did you mean 'label'?"],
      [{ ...land, name: 'nowhere/land' }, undefined, "There is no service 'nowhere'"],
      [{ ...land, name: 'land' }, undefined, "There is no service ''"],
      [table('land', { code: { type: 'no type, surely' } }), undefined, ''],
      [table('town', { id, land: { type: 'reference', ref_table: 'nothing' } }), undefined, 'nothing'],
    ] as const)
      expect(await problems([record]), message).toMatchObject([
        { type: 'table', name: record.name, ...(field && { field }), message: expect.stringContaining(message) },
      ])
    const [first] = (await problems([table('land', { code: { type: 'no type, surely' } }), person, town])) ?? []
    expect(first?.name).toBe('db/land')
    expect(await names()).toEqual([])
    expect((await send('GET', 'system/config?schema=nowhere', { as })).status).toBe(400)
  })

  it('are planned, made with references in circles, and then nothing changes', async () => {
    const planned = await plan(all)
    expect(planned.body.changes.map(({ action, name }) => `${action} ${name}`)).toEqual([
      'create db/town',
      'create db/land',
      'create db/person',
    ])
    expect(await names()).toEqual([])
    const made = await apply(all, { plan: planned.body.plan })
    expect(made.body).toMatchObject({ applied: true })
    expect((await names()).toSorted()).toEqual(['land', 'person', 'town'])
    expect((await plan(all)).body).toMatchObject({ changes: [], unchanged: 3 })
    expect(await schema('/town/_field/land')).toMatchObject({ ref_table: 'land', ref_on_delete: 'CASCADE' })
    expect(await schema('/person/_field/home')).toMatchObject({ ref_table: 'town' })
    expect(await drifted()).toEqual([])
  })

  it('are the same elsewhere: exported, applied and exported again', async () => {
    const other = configCalls(there.instance)
    const own = sorted(await exported(undefined, 'db'))
    expect(own.map(({ name }) => name)).toEqual(['db/land', 'db/person', 'db/town'])
    expect((await other.apply(own)).body).toMatchObject({ applied: true })
    expect(sorted(await other.exported())).toEqual(own)
    expect((await other.apply(own)).body).toMatchObject({ changes: [], unchanged: 3 })
    expect((await other.plan(own, { owner: 'else' })).status).toBe(409)
    expect((await other.plan(sorted(await other.exported(undefined, 'db')), {})).body.changes).toEqual([])
  })

  it('get the fields that they lack, and lose none without being allowed to', async () => {
    await send('POST', 'db/_table/land', { as, body: { resource: [{ code: 'no', name: 'Norway' }] } })
    const wider = table('land', { ...(land.values.fields as object), note: { type: 'text', allow_null: true } })
    expect((await plan([town, wider, person])).body.changes).toMatchObject([
      { action: 'change', name: 'db/land', differences: [{ field: 'fields.note', from: null }] },
    ])
    expect((await apply([town, wider, person])).body).toMatchObject({ applied: true })
    const narrow = table('land', { code: { type: 'string', length: 2, is_primary_key: true } })
    for (const call of [plan, apply]) {
      const refused = await call([town, narrow, person])
      expect([refused.status, refused.body.error.context?.problems]).toMatchObject([
        409,
        [
          { name: 'db/land', field: 'fields', message: expect.stringContaining("'name' is not in the folder") },
          { message: expect.stringContaining("'note'") },
        ],
      ])
    }
    expect((await apply([town, narrow, person], { prune: false })).body).toMatchObject({ changes: [] })
    expect((await apply([town, narrow, person], { allow_destroy: true })).body.changes).toMatchObject([
      { action: 'change', loses: expect.arrayContaining([expect.stringContaining('note')]) },
    ])
    expect((await send('GET', 'db/_table/land', { as })).body).toEqual({ resource: [{ code: 'no' }] })
    const named = table('land', {
      ...(land.values.fields as object),
      name: { type: 'string', length: 80, allow_null: true },
    })
    expect((await apply([town, named, person])).body).toMatchObject({ applied: true })
  })

  it('drift in exactly what is changed by hand', async () => {
    await send('PATCH', 'db/_schema/person', {
      as,
      body: { label: 'Human', field: [{ name: 'shoe', type: 'integer', allow_null: true }] },
    })
    expect(await drifted()).toMatchObject(
      [
        {
          type: 'table',
          name: 'db/person',
          differences: [
            { field: 'label', to: null },
            { field: 'fields.shoe', to: null },
          ],
        },
      ].map((each) => ({ ...each, differences: expect.any(Array) })),
    )
    const [{ differences = [] } = {}] = await drifted()
    expect(differences.map(({ field }) => field).toSorted()).toEqual(['fields.shoe', 'label'])
    const told = await drift(sorted(await exported('default')))
    expect(told.body.changes).toEqual([])
  })

  it('are dropped only if that is allowed, and by nobody if the owner is another', async () => {
    const left = [town, sorted(await exported('default'))[0] ?? land]
    const refused = await plan(left)
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining("'db/person'")])
    const alone = [left[1] ?? land]
    const role = {
      name: 'Of persons',
      role_service_access_by_role_id: [{ service_id: here.serviceId, component: '_table/person/*', verb_mask: 1 }],
    }
    expect((await send('POST', 'system/role', { as, body: { resource: [role] } })).status).toBe(201)
    const planned = await plan(alone, { allow_destroy: true })
    expect(planned.body.changes).toMatchObject([
      {
        action: 'delete',
        name: 'db/person',
        loses: ["All records of the table 'person' are lost."],
        dependents: [{ resource: 'role', names: ['Of persons'] }],
      },
      { action: 'delete', name: 'db/town', loses: ["All records of the table 'town' are lost."] },
    ])
    expect((await apply(alone, { allow_destroy: true })).body).toMatchObject({ applied: true })
    expect(await names()).toEqual(['land'])
    expect((await apply([], { prune: false })).body.changes).toEqual([])
  })

  it('are made by an access token with the scope for applies', async () => {
    const token = bearer(await createAccessToken(here.instance, as, ['config:apply'], 'ci'))
    const body = { format: 1, owner: 'ci', records: [table('by_token', { id })] }
    expect((await send('POST', 'system/config', { ...token, body })).status).toBe(200)
    expect(await names()).toContain('by_token')
    const planning = bearer(await createAccessToken(here.instance, as, ['config:plan'], 'looking'))
    expect((await send('POST', 'system/config', { ...planning, body: { ...body, records: [] } })).status).toBe(403)
  })
})
