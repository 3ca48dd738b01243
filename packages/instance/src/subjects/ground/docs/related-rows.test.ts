import { isRecord } from '@millwright/contract/wire/is-record'
import { expect, it } from 'vitest'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { documentedNames } from '../../data/databases/docs/describe-table.ts'
import { tableOf } from '../../data/databases/suite/described.ts'

const { send, root: as } = sharedInstance()

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, { properties?: Record<string, object> }>> }
}

it('describes a related row without further relations, so that tools can resolve all references', async () => {
  const id = { name: 'id', type: 'id' }
  const tables = Array.from({ length: 20 }, (_, at) => ({
    name: `table_${at}`,
    field: [
      id,
      ...(at < 7 ? [] : [{ name: 'up_id', type: 'reference', ref_table: `table_${at % 7}`, ref_field: 'id' }]),
    ],
  }))
  expect((await send('POST', 'db/_schema', { as, body: { resource: tables } })).status).toBe(200)
  for (const version of ['', '?openapi=3.1']) {
    const { body } = await send<Document>('GET', `api_docs/db${version}`, { as })
    const { schemas } = body.components
    expect(schemas.Table8?.properties).toHaveProperty('table_1_by_up_id')
    expect(schemas.Table1Row?.properties).toEqual({ id: schemas.Table1?.properties?.id })
    expect(JSON.stringify(resolved(schemas.Table1, schemas)).length).toBeLessThan(5_000)
    expect(arraysWithoutItems(body)).toEqual([])
  }
})

it('keeps the names of schemas when tables come and go', () => {
  const names = (...tables: string[]) => {
    const all = tables.map((name) => tableOf(name, []))
    return Object.fromEntries([...documentedNames(all, 'Db', ['Success'])].map(([name, { record }]) => [name, record]))
  }
  const before = names('order_item', 'success', 'Zoo')
  expect(before).toEqual({ order_item: 'OrderItem', success: 'Success2', Zoo: 'Zoo' })
  expect(names('Order Item', 'ORDER_ITEM', 'order_item', 'success', 'zo', 'Zoo')).toMatchObject(before)
  expect(names('Order Item', 'order_item')['Order Item']).toMatch(/^OrderItem_[0-9a-f]{6}$/)
})

/** Replaces all references, as Prism and others do; fails for endless ones. */
function resolved(value: unknown, schemas: Document['components']['schemas'], depth = 0): unknown {
  if (depth > 40) throw new Error('The references do not end.')
  if (Array.isArray(value)) return value.map((each) => resolved(each, schemas, depth + 1))
  if (!isRecord(value)) return value
  const ref = typeof value.$ref === 'string' ? value.$ref.split('/').at(-1) : undefined
  if (ref !== undefined) return resolved(schemas[ref], schemas, depth + 1)
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolved(each, schemas, depth + 1)]))
}

function arraysWithoutItems(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each, at) => arraysWithoutItems(each, `${path}/${at}`))
  if (!isRecord(value)) return []
  const isArray = value.type === 'array' || (Array.isArray(value.type) && value.type.includes('array'))
  const own = isArray && !('items' in value) ? [path] : []
  return [...own, ...Object.entries(value).flatMap(([name, each]) => arraysWithoutItems(each, `${path}/${name}`))]
}
