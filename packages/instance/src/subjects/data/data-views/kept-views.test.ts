import type { ConfigDrift, ConfigRecord } from '@millwright/contract/wire/config'
import { describe, expect, it } from 'vitest'
import { configCalls } from '../../../testing/config-calls.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'

const openOrders = { filter: [{ field: 'state', operator: '=', value: 'open' }], order: 'id desc' }
const views = (own: object, name = 'sample/sales_order'): ConfigRecord => ({
  type: 'data_view',
  name,
  values: { views: own },
})

describe.each(engines)('shared views in a folder, on %s', (engine) => {
  const instance = sharedInstance({ engine, config: { sampleData: true } })
  const { send, root: as, parts } = instance
  const { plan, apply, exported } = configCalls(instance)
  const path = 'system/data_view'
  const service = async () => {
    const found = await send<{ resource: [{ id: number }] }>('GET', 'system/service?filter=name=sample', { as })
    return found.body.resource[0].id
  }
  const save = async (name: string, more: object) =>
    send<{ resource: [{ id: number }] }>('POST', path, {
      as,
      body: { resource: [{ service_id: await service(), table: 'sales_order', name, ...more }] },
    })
  const found = async () => (await exported()).filter(({ type }) => type === 'data_view')

  it('are refused with members, conditions and services that there are none of', async () => {
    for (const [own, message] of [
      [{ Open: { filtr: [] } }, "The view 'Open': there is no 'filtr'. Did you mean 'filter'?"],
      [{ Open: { filter: [{ field: 'id' }] } }, "The view 'Open': filter must be a list"],
      [{ Open: { fields: [] } }, 'fields must be a list'],
      [{ Open: { order: 5 } }, 'order must be a text'],
      [{ Open: null }, 'it must have members'],
      [{ ['x'.repeat(81)]: {} }, 'its name must have'],
      [[], 'must be views by their names'],
    ] as const)
      expect((await plan([views(own)])).body.error?.context?.problems, message).toMatchObject([
        { name: 'sample/sales_order', field: 'views', message: expect.stringContaining(message) },
      ])
    expect((await plan([views({ Open: {} }, 'nowhere/x')])).body.error.message).toContain("no service 'nowhere'")
    expect(await found()).toEqual([])
  })

  it('are made, compared, exported and deleted, while views that people keep for themselves stay', async () => {
    await save('Open', { order: 'id' })
    expect((await apply([views({ Open: openOrders, All: {} })])).body).toMatchObject({ applied: true })
    expect(await found()).toEqual([views({ All: {}, Open: openOrders })])
    const rows = await parts.store.db
      .selectFrom('data_view')
      .select(['name', 'shared', 'owner_id'])
      .orderBy('id')
      .execute()
    expect(rows.map(({ name, shared, owner_id }) => [name, Number(shared), owner_id === null])).toEqual([
      ['Open', 0, false],
      ['Open', 1, true],
      ['All', 1, true],
    ])
    expect((await apply([views({ Open: openOrders, All: {} })])).body).toMatchObject({ changes: [], unchanged: 1 })
    const { body } = await send<{ resource: { id: number }[] }>(
      'GET',
      `${path}?filter=(shared=true) and (name="All")`,
      { as },
    )
    await send('PATCH', `${path}/${body.resource[0]?.id}`, { as, body: { order: 'total' } })
    expect((await send<ConfigDrift>('GET', 'system/config/drift', { as })).body.records).toMatchObject([
      { name: 'sample/sales_order', differences: [{ field: 'views.All' }] },
    ])
    expect((await apply([views({ Open: openOrders })])).body.changes).toMatchObject([
      { action: 'change', differences: [{ field: 'views.All', to: null }] },
    ])
    expect((await apply([])).body.changes).toMatchObject([{ action: 'delete', type: 'data_view' }])
    expect(await found()).toEqual([])
    expect((await send<{ resource: unknown[] }>('GET', path, { as })).body.resource).toHaveLength(1)
  })

  it('of people travel too once they are shared, each name once', async () => {
    expect((await save('Late', { shared: true })).status).toBe(201)
    const colleague = await instance.make.admin()
    const body = { resource: [{ service_id: await service(), table: 'sales_order', name: 'Late', order: 'total' }] }
    const own = await send<{ resource: [{ id: number }] }>('POST', path, { as: colleague, body })
    expect(own.status).toBe(201)
    const refused = await send('PATCH', `${path}/${own.body.resource[0].id}`, { as: colleague, body: { shared: true } })
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      400,
      expect.stringContaining('name is already in use by another shared view: Late.'),
    ])
    // As earlier versions allowed.
    await parts.store.db.updateTable('data_view').set({ shared: 1 }).where('id', '=', own.body.resource[0].id).execute()
    const [both] = await found()
    expect(both?.values.views).toEqual({ Late: {}, [`Late (${own.body.resource[0].id})`]: { order: 'total' } })
    expect((await apply([both], { adopt: true })).body.changes).toMatchObject([{ action: 'adopt' }])
    expect(await found()).toEqual([both])
  })
})

describe('with the lock', () => {
  const instance = sharedInstance({ config: { configLock: true, sampleData: true } })

  it('the shared views of a table are only changed by their folder', async () => {
    const { send, root: as, make } = instance
    const { apply } = configCalls(instance)
    const own = (order: string) => [{ ...views({ Open: { order } }), file: 'views/sample/sales_order.yaml' }]
    expect((await apply(own('id'))).status).toBe(200)
    const { body } = await send<{ resource: [{ id: number }] }>('GET', 'system/data_view', { as })
    const { id } = body.resource[0]
    const place = { service_id: await make.serviceId('sample'), table: 'sales_order' }
    const message =
      "The data_view 'sample/sales_order' is managed by 'default', in views/sample/sales_order.yaml. Change it there."
    for (const [verb, path, sent, refused] of [
      ['PATCH', `/${id}`, { order: 'total' }, 409],
      ['DELETE', `/${id}`, undefined, 409],
      ['POST', '', { ...place, name: 'More', shared: true }, 400],
    ] as const) {
      const answer = await send(verb, `system/data_view${path}`, { as, ...(sent && { body: sent }) })
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([refused, expect.stringContaining(message)])
    }
    const kept = await send('POST', 'system/data_view', { as, body: { ...place, name: 'Mine' } })
    expect(kept.status).toBe(201)
    expect((await apply(own('total'))).body).toMatchObject({ changes: [{ differences: [{ field: 'views.Open' }] }] })
  })
})
