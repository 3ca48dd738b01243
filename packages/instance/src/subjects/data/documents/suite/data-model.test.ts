import { describe, expect, it } from 'vitest'
import { fixture } from '../../../../testing/fixture.ts'
import { sharedInstance } from '../../../../testing/test-instance.ts'
import { suiteDocuments } from './suite-databases.ts'

const instance = sharedInstance()
const { send, root: as, make } = instance

interface Model {
  readonly tables: Readonly<Record<string, { readonly columns: readonly { name: string; type: string }[] }>>
}
const columnsOf = ({ tables }: Model, name: string) => tables[name]?.columns.map((each) => each.name)

describe.each(suiteDocuments)('the data model of documents in $name', ({ type, answers, open, creates }) => {
  if (!answers) return it.skipIf(!answers)('with a reachable server', () => {})
  const database = fixture(
    () => open(instance),
    ({ drop }) => drop(),
  )
  const service = fixture(async () => {
    const name = `papers_${type}`
    const record = { name, label: name, type, is_active: true, config: database.config }
    const made = await send<{ resource: [{ id: number }] }>('POST', 'system/service', {
      as,
      body: { resource: [record] },
    })
    expect(made.status).toBe(201)
    if (creates)
      await send('POST', `${name}/_schema`, {
        as,
        body: { resource: ['memos', 'plans'].map((each) => ({ ...creates, name: each })) },
      })
    const memos = [
      { _id: 'a', owner: 'me', title: 'One', place: { city: 'Wien' } },
      { _id: 'b', owner: 'other', title: 'Two', salary: 5 },
    ]
    await send('POST', `${name}/_table/memos`, { as, body: { resource: memos } })
    await send('POST', `${name}/_table/plans`, { as, body: { resource: [{ _id: 'p', hidden: true }] } })
    return { name, id: made.body.resource[0].id }
  })
  const model = (query = '', by: Parameters<typeof send>[2] = { as }) =>
    send<Model>('GET', `${service.name}/_spec?model=true${query}`, by)

  it('has only collections and fields of documents that the caller may read', async () => {
    const filters = [{ name: 'owner', operator: '=', value: 'me' }]
    const rule = { service_id: service.id, verb_mask: 1, requestor_mask: 3, filter_op: 'AND' }
    const rules = [
      { ...rule, component: '_spec' },
      { ...rule, component: '_table/memos/*', filters },
    ]
    const role = await send<{ resource: [{ id: number }] }>('POST', 'system/role', {
      as,
      body: { resource: [{ name: `${type} readers`, is_active: true, role_service_access_by_role_id: rules }] },
    })
    expect(role.status).toBe(201)
    const { api_key: key } = await make.app({ role_id: role.body.resource[0].id })
    const { status, body } = await model('&samples=true', { key })
    expect([status, Object.keys(body.tables)]).toEqual([200, ['memos']])
    expect(columnsOf(body, 'memos')?.toSorted()).toEqual(
      expect.arrayContaining(['_id', 'owner', 'place', 'place.city', 'title']),
    )
    expect(JSON.stringify(body)).not.toMatch(/salary|hidden|Two|plans/)
    expect(body.tables.memos).toMatchObject({ row_count: 1, sample_data: [{ _id: 'a' }] })
    expect((await model('&resource_name=plans', { key })).status).toBe(404)
    const compact = await send('GET', `${service.name}/_spec?compact=true&tables=true`, { key })
    expect(compact.body).toMatchObject({ 'x-dreamfactory-resources': { tables: ['memos'], count: 1 } })
  })

  it('has the fields found in documents, as _schema has them', async () => {
    const { body } = await model()
    expect(Object.keys(body.tables)).toEqual(['memos', 'plans'])
    const schema = await send<{ field: { name: string; type: string; nested: { name: string }[] }[] }>(
      'GET',
      `${service.name}/_schema/memos`,
      { as },
    )
    expect(columnsOf(body, 'memos')).toEqual(
      schema.body.field.flatMap(({ name, nested }) => [name, ...nested.map((each) => each.name)]),
    )
    expect(body.tables.memos?.columns).toEqual(
      expect.arrayContaining([
        { name: '_id', type: 'string', pk: true },
        { name: 'salary', type: 'integer' },
      ]),
    )
    expect(body).not.toHaveProperty('partial')
    expect(body.tables.plans).toMatchObject({ row_count: 1 })
    expect(body.tables.plans).not.toHaveProperty('sample_data')
    expect(instance.failures).toEqual([])
  })
})
