import { beforeAll, expect, it } from 'vitest'
import { tableCalls } from '../../subjects/data/databases/suite/calls.ts'
import { sharedServiceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { makeWorkshop } from '../../testing/databases/workshop.ts'
import { fixture } from '../../testing/fixture.ts'

forEachEngine('writing records related to those of another service', (on) => {
  const tested = sharedServiceOn(on)
  const { instance, database, config } = tested
  const { send, root, parts } = instance
  beforeAll(() => makeWorkshop({ database, engine: on.engine }))
  const other = fixture(() =>
    send<{ resource: [{ id: number }] }>('POST', 'system/service', {
      as: root,
      body: { resource: [{ name: 'Other', type: on.type, is_active: true, config }] },
    }),
  )
  let away: number
  beforeAll(() => {
    away = other.body.resource[0].id
  })
  const none = {
    ref_on_update: null,
    ref_on_delete: null,
    junction_service_id: null,
    junction_table: null,
    junction_field: null,
    junction_ref_field: null,
  }
  const relations = () => [
    { type: 'belongs_to', table_name: 'part', field: 'qty', ref_service_id: away, ref_table: 'maker', ref_field: 'id' },
    { type: 'has_many', table_name: 'maker', field: 'id', ref_service_id: away, ref_table: 'part', ref_field: 'qty' },
    {
      type: 'many_many',
      table_name: 'part',
      field: 'id',
      ref_service_id: away,
      ref_table: 'tool',
      ref_field: 'code',
      junction_service_id: away,
      junction_table: 'part_tool',
      junction_field: 'part_id',
      junction_ref_field: 'tool',
    },
  ]
  let owner: string
  let linked: string
  let members: string
  beforeAll(async () => {
    await parts.store.db
      .insertInto('db_virtual_relation')
      .values(relations().map((each) => ({ ...none, service_id: tested.serviceId, ...each })))
      .execute()
    const { body } = await send<{ resource: { name: string; related: { name: string; ref_service_id: number }[] }[] }>(
      'GET',
      'db/_schema?ids=part,maker&refresh=true',
      { as: root },
    )
    const names = body.resource.flatMap(({ related }) =>
      related.filter((each) => each.ref_service_id === away).map(({ name }) => name),
    )
    ;[owner = '', linked = '', members = ''] = ['maker', 'tool', 'part'].map(
      (table) => names.find((name) => name.startsWith(`Other.${table}_by`)) ?? '',
    )
  })
  const { call, list, batch, clear } = tableCalls(instance)

  it('calls the other service with the rights of the caller', async () => {
    const made = await call('POST', 'part?fields=*', {
      name: 'bolt',
      [owner]: { name: 'Smith' },
      [linked]: [{ code: 'saw', name: 'Saw' }],
    })
    const [part] = made.body.resource as [{ id: number; qty: number }]
    expect(await list('maker')).toEqual([{ id: part.qty, name: 'Smith', town: null }])
    expect(await list('part_tool')).toEqual([{ part_id: part.id, tool: 'saw' }])
    await call('PATCH', `maker/${part.qty}`, { [members]: [{ name: 'nut' }, { id: part.id, name: 'Bolt' }] })
    expect(await list('part?fields=name,qty&order=id')).toEqual([
      { name: 'Bolt', qty: part.qty },
      { name: 'nut', qty: part.qty },
    ])
    await clear('part_tool', 'part', 'maker', 'tool')
  })

  it('writes no record whose owner is rejected there, and reports members rejected after it was written', async () => {
    const records = [
      { name: 'a', [owner]: { name: 'Smith' } },
      { name: 'b', [owner]: { town: 'Ulm' } },
    ]
    const refused = await batch('POST', 'part?continue=true', records)
    expect(refused.failed).toEqual([1])
    expect(refused.rows).toMatchObject([{}, { code: 400, message: expect.stringMatching(`^${owner}: .*'name'`) }])
    expect((await batch('POST', 'maker', { name: 'Jones', [members]: [{ name: null }] })).rows).toMatchObject([
      { message: expect.stringMatching(`^${members}: `) },
    ])
    expect(await list('part?fields=name')).toEqual([{ name: 'a' }])
    await clear('part', 'maker')
  })
})
