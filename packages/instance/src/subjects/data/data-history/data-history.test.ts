import type { DataHistoryEntry, Revert } from '@millwright/contract/records/data-history'
import { beforeAll, expect, it } from 'vitest'
import { forEachEngine } from '../../../testing/databases/for-each-engine.ts'
import { makeWorkshop } from '../../../testing/databases/workshop.ts'
import { tableCalls } from '../databases/suite/calls.ts'
import { sharedServiceOn } from '../databases/suite/service-on.ts'

forEachEngine('data history', (on) => {
  const { instance, database } = sharedServiceOn(on)
  beforeAll(() => makeWorkshop({ database, engine: on.engine }))
  const { send, root, parts } = instance
  const { call, clear, list } = tableCalls(instance)

  const entries = async (query = ''): Promise<DataHistoryEntry[]> => {
    await parts.background.idle()
    const { body } = await send<{ resource: DataHistoryEntry[] }>('GET', `system/data_history?order=id${query}`, {
      as: root,
    })
    return body.resource
  }
  const undo = (body: object, query = '') =>
    send<Revert & { error?: { message: string; context: Revert } }>('POST', `system/data_history/revert?${query}`, {
      as: root,
      body,
    })
  const keep = async (table: string, history: boolean) =>
    expect((await send('PATCH', `db/_schema/${table}`, { as: root, body: { history } })).status).toBe(200)

  it('is off by default and records nothing then', async () => {
    await call('POST', 'part', { name: 'bolt' })
    await clear('part')
    expect(await entries()).toEqual([])
    await keep('part', true)
    expect((await send('GET', 'db/_schema/part', { as: root })).body).toMatchObject({ history: true })
  })

  it('is noted in the audit log when switched, and only then', async () => {
    const switched = async () => {
      const path = "system/audit?order=id&filter=(resource='table_history') and (record_id='db.part')"
      const { body } = await send<{ resource: Record<string, unknown>[] }>('GET', path, { as: root })
      return body.resource
    }
    await send('PATCH', 'db/_schema/part', { as: root, body: { label: 'Parts' } })
    await keep('part', true)
    await keep('part', false)
    expect(await switched()).toMatchObject([
      { user_id: root.id, action: 'modified', before: { history: false }, after: { history: true } },
      { user_id: root.id, action: 'modified', before: { history: true }, after: { history: false } },
    ])
    await keep('part', true)
  })

  it('records the effect of every kind of write', async () => {
    await call('POST', 'part', {
      resource: [
        { name: 'bolt', qty: 1 },
        { name: 'nut', qty: 2 },
      ],
    })
    const [bolt, nut] = (await list('part?order=id')) as [{ id: number }, { id: number }]
    await call('PATCH', `part/${bolt.id}`, { qty: 5 })
    await call('PATCH', `part/${bolt.id}`, { qty: 5 })
    await call('PATCH', `part?ids=${bolt.id},${nut.id}`, { price: 2 })
    await call('PATCH', 'part?filter=qty%3D2', { qty: 3 })
    await call('DELETE', `part/${nut.id}`)
    await call('DELETE', 'part?filter=qty%3D5')
    const seen = (await entries()).map(({ record_id, action, changed }) => [record_id, action, changed.includes('qty')])
    expect(seen).toEqual([
      [`${bolt.id}`, 'created', true],
      [`${nut.id}`, 'created', true],
      [`${bolt.id}`, 'modified', true],
      [`${bolt.id}`, 'modified', false],
      [`${nut.id}`, 'modified', false],
      [`${nut.id}`, 'modified', true],
      [`${nut.id}`, 'deleted', true],
      [`${bolt.id}`, 'deleted', true],
    ])
    const [, , changed] = await entries()
    expect(changed).toMatchObject({
      service_name: 'db',
      table_name: 'part',
      origin: 'api',
      confirmed: true,
      request_verb: 'PATCH',
      before: { id: bolt.id, qty: 1 },
      after: { id: bolt.id, qty: 5 },
    })
  })

  it('omits what was rolled back, in part or as a whole, and has all of a batch that continued', async () => {
    const before = (await entries()).length
    const names = [{ name: 'one', code: 'c1' }, { name: 'two', code: 'c1' }, { name: 'three' }]
    expect((await call('POST', 'part?rollback=true', { resource: names })).status).toBe(400)
    expect((await call('POST', 'part', { name: 'x', qty: -1 })).status).toBe(400)
    expect((await entries()).length).toBe(before)
    expect((await call('POST', 'part?continue=true', { resource: names })).status).toBe(400)
    expect((await entries()).slice(before).map(({ after }) => after?.name)).toEqual(['one', 'three'])
  })

  it('records nested records, composite keys, and links', async () => {
    for (const table of ['note', 'part_tool', 'bin']) await keep(table, true)
    const before = (await entries()).length
    const body = { name: 'whole', note_by_part_id: [{ text: 'n' }], tool_by_part_tool: [{ code: 't1', name: 'saw' }] }
    expect((await call('POST', 'part', { resource: [body] })).status).toBe(200)
    await call('POST', 'bin', { resource: [{ row_no: 1, place: 'a', label: 'x' }] })
    await call('PATCH', 'bin', { resource: [{ row_no: 1, place: 'a', label: 'y' }] })
    const [id] = ((await list('part?filter=name%3Dwhole')) as { id: number }[]).map((part) => part.id)
    await call('PATCH', `part/${id}`, { tool_by_part_tool: [{ code: 't1', 'part.id': null }] })
    const seen = (await entries()).slice(before)
    const key = `{"part_id":${id},"tool":"t1"}`
    expect(seen.map((entry) => `${entry.table_name} ${entry.action}`).sort()).toEqual(
      ['bin created', 'bin modified', 'note created', 'part created', 'part_tool created', 'part_tool deleted'].sort(),
    )
    expect(seen.find(({ action }) => action === 'deleted')?.record_id).toBe(key)
    expect(seen.find(({ table_name }) => table_name === 'bin')?.record_id).toBe('{"row_no":1,"place":"a"}')
    expect(new Set(seen.slice(0, 3).map(({ write_id }) => write_id)).size).toBe(1)
  })

  it('rejects a revert without entries, or of missing ones', async () => {
    for (const body of [{}, { ids: ['x'] }, { ids: [1], write_id: 'x' }, { ids: [0] }]) {
      expect((await undo(body)).status).toBe(400)
    }
    for (const body of [{ ids: [999_999] }, { write_id: 'nothing' }]) expect((await undo(body)).status).toBe(404)
    expect((await send('DELETE', 'system/data_history/1', { as: root })).status).toBe(400)
  })

  it('reverts a row, but not over later changes', async () => {
    await call('POST', 'part', { name: 'gear', qty: 1, price: 1 })
    const [{ id }] = (await list('part?filter=name%3Dgear')) as [{ id: number }]
    await call('PATCH', `part/${id}`, { qty: 2 })
    await call('PATCH', `part/${id}`, { price: 9 })
    await call('PATCH', `part/${id}`, { qty: 3 })
    const [, toTwo, priced, toThree] = await entries(`&filter=record_id=${id}`)
    const told = await undo({ ids: [toTwo?.id] })
    expect(told).toMatchObject({ status: 409, body: { error: { context: { conflicts: [{ fields: ['qty'] }] } } } })
    const preview = await undo({ ids: [toTwo?.id, toThree?.id] }, 'preview=true')
    expect(preview.body).toMatchObject({
      count: 1,
      conflict_count: 0,
      rows: [{ action: 'modified', record_id: `${id}`, fields: ['qty'] }],
    })
    expect(await list(`part?filter=id%3D${id}`)).toMatchObject([{ qty: 3 }])
    expect((await undo({ ids: [toTwo?.id, toThree?.id] })).body).toMatchObject({ count: 1 })
    expect(await list(`part?filter=id%3D${id}`)).toMatchObject([{ qty: 1, price: 9 }])
    expect((await undo({ ids: [priced?.id] })).body).toMatchObject({ count: 1 })
    expect((await entries(`&filter=record_id=${id}`)).at(-1)).toMatchObject({ origin: 'revert', after: { price: 1 } })
    await call('DELETE', `part/${id}`)
    const [gone] = (await entries(`&filter=(record_id=${id}) and (action=deleted)`)).slice(-1)
    expect((await undo({ ids: [toThree?.id] })).body).toMatchObject({
      error: { context: { conflicts: [{ message: 'The row no longer exists.' }] } },
    })
    expect((await undo({ ids: [gone?.id] })).body).toMatchObject({ count: 1 })
    expect(await list(`part?filter=id%3D${id}`)).toMatchObject([{ name: 'gear', qty: 1, price: 1 }])
    expect((await undo({ ids: [gone?.id] })).status).toBe(409)
  })

  it('reverts an import except for rows changed since, and never rows of others', async () => {
    const rows = (from: number) => ({ resource: [0, 1].map((at) => ({ row_no: from + at, place: 'z', label: 'i' })) })
    expect((await call('POST', 'bin?change_set=other:12345678', rows(10))).status).toBe(400)
    for (const from of [10, 12]) await call('POST', 'bin?change_set=import:12345678', rows(from))
    const [first, ...others] = await entries('&filter=origin=import')
    expect(others.map(({ write_id }) => write_id)).toEqual(Array(3).fill(first?.write_id))
    await call('PATCH', 'bin', { resource: [{ row_no: 11, place: 'z', label: 'later' }] })
    expect((await undo({ write_id: first?.write_id })).status).toBe(409)
    expect((await list('bin?filter=place%3Dz')) as unknown[]).toHaveLength(4)
    const done = await undo({ write_id: first?.write_id }, 'continue=true')
    expect(done.body).toMatchObject({ count: 3, conflicts: [{ fields: ['label'] }] })
    expect(await list('bin?filter=place%3Dz')).toMatchObject([{ row_no: 11 }])
  })

  it('records which rows a table had when it was emptied', async () => {
    await clear('note', 'bin')
    const gone = (await entries('&filter=(table_name=bin) and (action=deleted)')).map(({ record_id }) => record_id)
    expect(gone.toSorted()).toContain('{"row_no":11,"place":"z"}')
    expect((await send('PATCH', 'db/_schema/log', { as: root, body: { history: true } })).status).toBe(400)
  })
})
