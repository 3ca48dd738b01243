import { beforeAll, describe, expect, it } from 'vitest'
import { tableCalls } from '../../subjects/data/databases/suite/calls.ts'
import { sharedServiceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { makeWorkshop } from '../../testing/databases/workshop.ts'

forEachEngine('writing records', (on) => {
  const { instance, database } = sharedServiceOn(on)
  beforeAll(() => makeWorkshop({ database, engine: on.engine }))

  const { call, list, refusal, batch, clear } = tableCalls(instance)

  describe('rejects', () => {
    it('requests that are invalid as a whole', async () => {
      expect(await refusal('POST', 'part')).toMatch(/^400 No record/)
      expect(await refusal('POST', 'part/5', { name: 'a' })).toMatch(/^400 /)
      expect(await refusal('POST', 'nothing', { name: 'a' })).toMatch(/^404 /)
      expect(await refusal('PATCH', 'part', {})).toMatch(/^400 /)
      expect(await refusal('PATCH', 'part/7', { name: 'a' })).toMatch(/^404 Record with identifier '7' not found/)
      expect(await refusal('DELETE', 'part/7')).toMatch(/^404 /)
      expect(await refusal('DELETE', 'part/x')).toMatch(/^404 /)
      const nameless = { rows: [{ code: 400, message: expect.stringMatching(/^A record to \w+ has no 'id'\.$/) }] }
      for (const verb of ['PATCH', 'DELETE'] as const) {
        expect(await batch(verb, 'part', { resource: [{ name: 'a' }] })).toMatchObject(nameless)
      }
      expect(await refusal('DELETE', 'part')).toMatch(/^400 .*force=true/)
      expect(await refusal('PATCH', 'log?ids=1', { said: 'a' })).toMatch(/^400 .*id_field/)
      expect(await refusal('POST', 'part?rollback=true&continue=true', { name: 'a' })).toMatch(/^400 /)
      expect(await refusal('POST', 'part?fields=nope', { name: 'a' })).toMatch(/^400 .*nope/)
      expect(await refusal('PATCH', 'part?filter=nope%3D1', { resource: [{ name: 'a' }] })).toMatch(/^400 .*nope/)
      expect(await list('part')).toEqual([])
    })

    it('records with invalid fields, naming them', async () => {
      const odd = { NAME: null, qty: 'many', price: 'much', unknown: 1 }
      const { code, failed, rows } = await batch('POST', 'part', odd)
      expect({ code, failed }).toEqual({ code: 1000, failed: [0] })
      const [row] = rows as [{ message: string; context: object }]
      expect(Object.keys(row.context)).toEqual(['name', 'qty', 'price'])
      expect(row.message).toContain("'qty'")
      expect((await batch('POST', 'part', { qty: 1 })).rows).toMatchObject([{ message: "Field 'name' is required." }])
      expect((await batch('POST', 'part', { unknown: 1 })).rows).toMatchObject([{ status_code: 400 }])
      expect((await batch('POST', 'part', [5])).rows).toMatchObject([{ status_code: 400 }])
      const injected = { name: { expression: 'upper(name)); drop table part' } }
      expect((await batch('POST', 'part', injected)).rows).toMatchObject([{ context: { name: [expect.any(String)] } }])
    })

    it('violations of database constraints, naming the field', async () => {
      await call('POST', 'part', { name: 'bolt', code: 'b1' })
      const why = async (record: object) =>
        (await batch('POST', 'part', record)).rows as [{ code: number; message: string }]
      expect((await why({ name: 'nut', code: 'b1' }))[0]).toMatchObject({
        code: 409,
        message: expect.stringContaining("'code'"),
      })
      expect((await why({ name: 'nut', 'maker id': 99 }))[0].message).toContain("'maker id'")
      expect((await why({ name: 'nut', qty: -1 }))[0]).toMatchObject({
        code: 400,
        message: expect.stringMatching(/check|CHECK/),
      })
      await call('POST', 'maker', { name: 'Smith' })
      const [smith] = (await list('maker')) as [{ id: number }]
      await call('PATCH', 'part?filter=name%3Dbolt', { 'maker id': smith.id })
      expect(await refusal('DELETE', `maker/${smith.id}`)).toMatch(/^409 /)
      expect((await list('part?fields=name')) as object[]).toEqual([{ name: 'bolt' }])
      await clear('part', 'maker')
    })
  })

  it('creates one record or many, and returns the requested fields', async () => {
    const one = await call('POST', 'part', { name: 'bolt', Price: '1.2500', QTY: '7' })
    expect(one.status).toBe(200)
    const [{ id }] = one.body.resource as [{ id: number }]
    expect(one.body).toEqual({ resource: [{ id }] })
    expect((await call('GET', `part/${id}`)).body).toEqual({
      id,
      name: 'bolt',
      code: null,
      qty: 7,
      'maker id': null,
      price: 1.25,
    })
    const many = await call('POST', 'part?fields=name,qty', [
      { name: 'nut' },
      { name: 'pin', qty: 3 },
      { name: 'cap', qty: null },
    ])
    expect(many.body.resource).toEqual([
      { name: 'nut', qty: 1 },
      { name: 'pin', qty: 3 },
      { name: 'cap', qty: null },
    ])
    expect((await call('POST', 'tool?as_list=true', [{ code: 'saw' }, { code: 'axe' }])).body.resource).toEqual([
      'saw',
      'axe',
    ])
    expect((await call('POST', 'bin', { row_no: 2, place: 'a', label: 'x' })).body.resource).toEqual([
      { row_no: 2, place: 'a' },
    ])
    expect((await call('POST', 'log', [{ said: 'hm' }, { said: 'oh', level: 2 }])).body.resource).toEqual([
      { said: 'hm' },
      { said: 'oh', level: 2 },
    ])
    const ids = (
      await call(
        'POST',
        'part',
        Array.from({ length: 1200 }, (_, at) => ({ name: `part ${at}` })),
      )
    ).body.resource as { id: number }[]
    expect(ids).toHaveLength(1200)
    const rows = (await list(`part?ids=${ids[0]?.id},${ids[777]?.id}&fields=name`)) as object[]
    expect(rows).toEqual([{ name: 'part 0' }, { name: 'part 777' }])
    await clear('part', 'tool', 'bin', 'log')
  })

  it('updates records by id, by ids, by their own keys and by filter', async () => {
    const made = await call(
      'POST',
      'part',
      [1, 2, 3, 4].map((qty) => ({ name: `p${qty}`, qty })),
    )
    const [a, b, c, d] = (made.body.resource as { id: number }[]).map(({ id }) => id)
    expect((await call('PUT', `part/${a}`, { qty: 10 })).body).toEqual({ id: a })
    expect((await call('PATCH', `part/${a}?fields=*`, { resource: [{ id: 999, code: 'x' }] })).body).toMatchObject({
      id: a,
      qty: 10,
      code: 'x',
    })
    expect((await call('PATCH', `part/${a}`, { unknown: 1 })).body).toEqual({ id: a })
    expect((await call('PATCH', `part?ids=${a},${b}&fields=name`, { qty: 20 })).body.resource).toEqual([
      { name: 'p1' },
      { name: 'p2' },
    ])
    expect((await call('PATCH', 'part', { ids: [c, c], resource: [{ qty: 30 }] })).body.resource).toEqual([
      { id: c },
      { id: c },
    ])
    expect(
      (
        await call('PATCH', 'part', [
          { id: d, qty: 40 },
          { ID: `${a}`, qty: 50 },
        ])
      ).body.resource,
    ).toEqual([{ id: d }, { id: a }])
    expect((await call('PATCH', 'part?filter=qty%3C35&order=id', { qty: 60 })).body.resource).toEqual([
      { id: b },
      { id: c },
    ])
    expect(await list('part?fields=qty&order=id')).toEqual([{ qty: 50 }, { qty: 60 }, { qty: 60 }, { qty: 40 }])
    await call('POST', 'tool', { code: 'saw', name: 'Saw' })
    expect((await call('PATCH', 'tool/saw', { code: 'bowsaw' })).body).toEqual({ code: 'bowsaw' })
    await call('POST', 'bin', [
      { row_no: 1, place: 'a' },
      { row_no: 1, place: 'b' },
    ])
    expect((await call('PATCH', 'bin', [{ row_no: 1, place: 'b', label: 'screws' }])).body.resource).toEqual([
      { row_no: 1, place: 'b' },
    ])
    expect(await list('bin?order=place')).toMatchObject([{ label: null }, { label: 'screws' }])
    await call('POST', 'log', [{ said: 'hm', level: 1 }])
    expect((await call('PATCH', 'log?id_field=said&ids=hm', { level: 5 })).body.resource).toEqual([{ said: 'hm' }])
    expect(await list('log')).toEqual([{ said: 'hm', level: 5 }])
    await clear('part', 'tool', 'bin', 'log')
  })

  it('deletes records and returns them as they were', async () => {
    const made = await call(
      'POST',
      'part',
      [1, 2, 3, 4, 5, 6, 7].map((qty) => ({ name: `p${qty}`, qty })),
    )
    const [a, b, c, d, e] = (made.body.resource as { id: number }[]).map(({ id }) => id)
    expect((await call('DELETE', `part/${a}`)).body).toEqual({ id: a })
    expect((await call('DELETE', `part?ids=${c},${b}&fields=name`)).body.resource).toEqual([
      { name: 'p3' },
      { name: 'p2' },
    ])
    expect((await call('DELETE', 'part', { resource: [{ id: d, name: 'whatever' }] })).body.resource).toEqual([
      { id: d },
    ])
    expect((await call('DELETE', 'part', [e])).body.resource).toEqual([{ id: e }])
    expect(
      (await call('DELETE', 'part?fields=name', { filter: 'qty = :q', params: { ':q': 6 } })).body.resource,
    ).toEqual([{ name: 'p6' }])
    expect(await list('part?fields=name')).toEqual([{ name: 'p7' }])
    await clear('part')
    expect(await list('part')).toEqual([])
  })

  describe('a batch with a failing record', () => {
    const three = [{ name: 'a', code: 'c' }, { name: 'b', code: 'c' }, { name: 'c' }]
    const names = async () => ((await list('part?fields=name&order=id')) as { name: string }[]).map(({ name }) => name)

    it('keeps the records before it and stops there', async () => {
      const { code, failed, rows } = await batch('POST', 'part', three)
      expect({ code, failed }).toEqual({ code: 1000, failed: [1] })
      expect(rows).toEqual([{ id: expect.any(Number) }, expect.objectContaining({ code: 409 })])
      expect(await names()).toEqual(['a'])
      await clear('part')
    })

    it('tries all other records with continue', async () => {
      const { failed, rows } = await batch('POST', 'part?continue=true', [...three, { qty: 1 }, { name: 'd' }])
      expect(failed).toEqual([1, 3])
      expect(rows).toHaveLength(5)
      expect(await names()).toEqual(['a', 'c', 'd'])
      await clear('part')
    })

    it('keeps nothing with rollback, also as an option in the body', async () => {
      const { failed, rows } = await batch('POST', 'part', { resource: three, rollback: true })
      expect(failed).toEqual([1])
      expect(rows).toHaveLength(2)
      expect(await names()).toEqual([])
    })

    it('behaves the same for updates and deletions', async () => {
      const made = await call('POST', 'part', [{ name: 'a' }, { name: 'b' }])
      const [a, b] = (made.body.resource as { id: number }[]).map(({ id }) => id)
      expect((await batch('PATCH', `part?ids=${a},999,${b}`, { qty: 5 })).failed).toEqual([1])
      expect((await batch('PATCH', `part?ids=999,${b}&continue=true`, { qty: 6 })).failed).toEqual([0])
      expect((await batch('PATCH', 'part?rollback=true', [{ id: a, qty: 7 }, { id: 999 }])).failed).toEqual([1])
      expect((await batch('PATCH', 'part', [{ id: a, qty: 8 }, { qty: 9 }])).failed).toEqual([1])
      expect(await list('part?fields=qty&order=id')).toEqual([{ qty: 8 }, { qty: 6 }])
      expect((await batch('DELETE', `part?ids=${a},999,${b}&rollback=true`)).failed).toEqual([1])
      expect((await batch('DELETE', `part?ids=${a},${a},${b}`)).failed).toEqual([1])
      expect(await names()).toEqual(['b'])
      await clear('part')
    })
  })
})
