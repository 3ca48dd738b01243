import { expect, test } from 'vitest'
import { testInstance } from '../../../testing/test-instance.ts'

interface Rows {
  readonly resource: Record<string, unknown>[]
}

test('a new instance has a sample database service with tables, relations and a view', async () => {
  const { send, root } = await testInstance({ config: { sampleData: true } })
  const get = async <Body>(path: string) => (await send<Body>('GET', `sample/${path}`, { as: root })).body
  const tables = await get<Rows>('_table')
  expect(tables.resource.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['customer', 'product', 'sales_order', 'order_line', 'staff', 'open_order']),
  )
  const product = await get<{ field: { name: string; type: string }[] }>('_schema/product')
  expect(new Set(product.field.map(({ type }) => type))).toEqual(
    new Set(['id', 'string', 'text', 'decimal', 'double', 'integer', 'boolean', 'date', 'binary']),
  )
  const [hotel] = (await get<Rows>('_table/customer?limit=1&related=contact_by_customer_id')).resource
  expect(hotel).toMatchObject({ contact_by_customer_id: [{ first_name: 'Margaret' }, {}] })
  const tagged = await get<Rows>('_table/product?limit=1&related=tag_by_product_tag')
  expect(tagged.resource[0]?.tag_by_product_tag).toContainEqual(expect.objectContaining({ name: 'oak' }))
  const [open] = (await get<Rows>('_table/open_order?limit=1')).resource
  expect(open).toMatchObject({ customer: expect.any(String), total: expect.any(Number) })
})

test('the sample is separate from the empty database service of a new instance and is deleted in one step', async () => {
  const { send, root, make } = await testInstance({ config: { sampleData: true } })
  expect((await send<Rows>('GET', 'db/_table', { as: root })).body).toEqual({ resource: [] })
  const id = await make.serviceId('sample')
  expect((await send('DELETE', `system/service/${id}`, { as: root })).status).toBe(200)
  expect((await send('GET', 'sample/_table', { as: root })).status).toBe(404)
  expect((await send('GET', 'db/_table', { as: root })).status).toBe(200)
})
