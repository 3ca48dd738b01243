import { beforeAll, describe, expect, it } from 'vitest'
import { createServiceKinds } from '../../../service-kinds.ts'
import { smallEngine } from '../../../testing/databases/small-engine.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { kindsOn } from './database-kinds.ts'

/** A type that this instance knows but cannot run itself. */
const type = 'informix'

describe('an engine that consists of a single folder', () => {
  const { send, root, exchangeKinds } = sharedInstance()
  const call = async (verb: string, path: string, body?: unknown) => {
    const answer = await send<{ resource: unknown[] }>(verb, `small/${path}`, { as: root, body })
    return { status: answer.status, body: answer.body }
  }
  const listed = async (query: string) => (await call('GET', `_table/part?${query}`)).body.resource

  beforeAll(async () => {
    exchangeKinds(createServiceKinds({ kinds: kindsOn(smallEngine(type)), failed: [] }))
    const service = { name: 'small', label: 'Small', type, is_active: true, config: {} }
    expect(await send('POST', 'system/service', { as: root, body: { resource: [service] } })).toMatchObject({
      status: 201,
    })
    const field = [
      { name: 'id', type: 'id' },
      { name: 'name', type: 'string', length: 20, allow_null: false },
      { name: 'qty', type: 'integer', allow_null: true },
    ]
    const table = { name: 'part', field }
    expect(await call('POST', '_schema', { resource: [table] })).toMatchObject({ status: 200 })
  })

  it('rejects what its dialect does not support', async () => {
    const named = (name: string) => ({ resource: [{ name, field: [{ name: 'id', type: 'id' }] }] })
    expect((await call('POST', '_schema', named('far_too_long_a_name'))).status).toBe(400)
    expect(
      (await call('POST', '_schema', { resource: [{ name: 'odd', field: [{ name: 'at', type: 'json' }] }] })).status,
    ).toBe(400)
    expect(
      (await call('POST', '_table/part', { resource: [{ name: 'a name that is far too long for it' }] })).status,
    ).toBe(400)
    expect((await call('POST', '_table/part', { resource: [{ name: 'bolt', qty: 2 ** 31 }] })).status).toBe(400)
    expect(await listed('fields=id')).toEqual([])
  })

  it('reads and writes records, filtered, sorted and in pages', async () => {
    const parts = [
      { name: 'bolt', qty: 5 },
      { name: 'nut', qty: null },
      { name: '50% off', qty: 7 },
    ]
    expect((await call('POST', '_table/part', { resource: parts })).body.resource).toEqual([
      { id: 1 },
      { id: 2 },
      { id: 3 },
    ])
    expect(await listed('fields=name&order=qty nulls last&limit=2')).toEqual([{ name: 'bolt' }, { name: '50% off' }])
    expect(await listed('fields=id&filter=name contains %25')).toEqual([{ id: 3 }])
    expect(await listed('fields=name&filter=id in (1,2)')).toEqual([{ name: 'bolt' }, { name: 'nut' }])
    expect((await call('PATCH', '_table/part/2', { qty: 1 })).status).toBe(200)
    expect(await listed('fields=qty&ids=2')).toEqual([{ qty: 1 }])
    expect((await call('DELETE', '_table/part?ids=1,3')).status).toBe(200)
    expect(await listed('fields=id')).toEqual([{ id: 2 }])
  })

  it('rolls back a whole batch on request', async () => {
    const resource = [{ name: 'screw' }, { id: 2, name: 'twice' }]
    expect((await call('POST', '_table/part?rollback=true', { resource })).status).toBeGreaterThanOrEqual(400)
    expect(await listed('fields=id')).toEqual([{ id: 2 }])
  })
})
