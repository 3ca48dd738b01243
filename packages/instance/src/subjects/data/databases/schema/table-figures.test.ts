import type { TableFigures } from '@millwright/contract/wire/table-schema'
import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../testing/databases/for-each-engine.ts'
import { schemaCalls } from '../suite/schema-calls.ts'
import { serviceOn } from '../suite/service-on.ts'

type Answer = { readonly resource: readonly TableFigures[] }

const id = { name: 'id', type: 'id' }
const state = { name: 'state', type: 'string', allow_null: true }

forEachEngine('figures of tables', (on) => {
  async function withOrders() {
    const service = await serviceOn(on)
    const { send, root: as } = service.instance
    const item = { name: 'item', field: [id, { name: 'order_id', type: 'reference', ref_table: 'sale' }] }
    await schemaCalls(service).done('POST', '', { resource: [{ name: 'sale', field: [id, state] }, item] })
    const resource = Array.from({ length: 7 }, (_, at) => ({ state: at < 3 ? 'new' : 'paid' }))
    expect((await send('POST', 'db/_table/sale', { as, body: { resource } })).status).toBe(200)
    return { ...service, ...service.instance }
  }

  test('are those of tables that the caller may read as a whole only', async () => {
    const { send, root: as, make, serviceId } = await withOrders()
    expect((await send('GET', 'db/_schema?figures=true')).status).toBe(400)
    const filters = [{ name: 'state', operator: '=', value: 'new' }]
    const rule = { service_id: serviceId, verb_mask: 1, requestor_mask: 1 }
    const access = [
      { ...rule, component: '_schema/*' },
      { ...rule, component: '_table/sale', filters },
      { ...rule, component: '_table/sale/*', filters },
    ]
    const role = await send<{ resource: [{ id: number }] }>('POST', 'system/role', {
      as,
      body: [{ name: 'some', is_active: true, role_service_access_by_role_id: access }],
    })
    const { api_key: key } = await make.app({ role_id: role.body.resource[0].id })
    const { body } = await send<Answer>('GET', 'db/_schema?figures=true', { key })
    expect(body.resource.toSorted((one, other) => (one.name < other.name ? -1 : 1))).toEqual([
      { name: 'item', fields: 2, relations: 1 },
      { name: 'sale', fields: 2, relations: 1 },
    ])
  })

  test('count small tables, and tell their size', async () => {
    const { send, root: as } = await withOrders()
    const { status, body } = await send<Answer>('GET', 'db/_schema?figures=true', { as })
    expect(status).toBe(200)
    const sale = body.resource.find(({ name }) => name === 'sale')
    expect(sale).toMatchObject({ fields: 2, relations: 1, rows: 7, estimated: false, bytes: expect.any(Number) })
    expect(sale?.bytes).toBeGreaterThan(1000)
  })
})
