import { beforeAll, describe, expect, it } from 'vitest'
import { tableCalls } from '../../subjects/data/databases/suite/calls.ts'
import { sharedServiceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { makeWorkshop } from '../../testing/databases/workshop.ts'

forEachEngine('writing related records', (on) => {
  const { instance, database } = sharedServiceOn(on)
  beforeAll(() => makeWorkshop({ database, engine: on.engine }))
  const { call, list, refusal, batch, clear } = tableCalls(instance)
  const all = ['part_tool', 'card', 'note', 'part', 'maker', 'tool']
  const idOf = async (path: string, record: object) =>
    ((await call('POST', path, record)).body.resource as [{ id: number }])[0].id

  describe('rejects and rolls back the record', () => {
    it('if a related record is invalid, naming it', async () => {
      const notes = [{ text: 'a' }, { id: 77, text: 'b' }]
      const part = { name: 'bolt', 'maker_by_maker id': { name: 'Smith' }, note_by_part_id: notes }
      const { failed, rows } = await batch('POST', 'part', part)
      expect(failed).toEqual([0])
      expect(rows).toMatchObject([{ code: 400, message: expect.stringMatching(/^note_by_part_id: /) }])
      for (const table of all) expect(await list(table)).toEqual([])
    })

    it('if a related value is not a record, has no key, or cannot be detached', async () => {
      expect((await batch('POST', 'part', { name: 'a', note_by_part_id: [5] })).rows).toMatchObject([{ code: 400 }])
      expect((await batch('POST', 'part', { name: 'a', tool_by_part_tool: [{ name: 'Saw' }] })).rows).toMatchObject([
        { message: expect.stringContaining("'code'") },
      ])
      const id = await idOf('part', { name: 'a', note_by_part_id: [{ text: 'n' }], card_by_part_id: { text: 'c' } })
      const [note] = (await list('note')) as [{ id: number }]
      expect(await refusal('PATCH', `part/${id}`, { note_by_part_id: [{ id: note.id, part_id: null }] })).toMatch(
        /^400 .*allow_related_delete/,
      )
      expect(await refusal('PATCH', `part/${id}`, { card_by_part_id: null })).toMatch(/^400 .*allow_related_delete/)
      await call('PATCH', `part/${id}?allow_related_delete=true`, {
        note_by_part_id: [{ id: note.id, part_id: null }],
        card_by_part_id: null,
      })
      expect([await list('note'), await list('card')]).toEqual([[], []])
      await clear(...all)
    })
  })

  it('creates, updates and links owners of a record', async () => {
    const id = await idOf('part', { name: 'bolt', 'maker_by_maker id': { name: 'Smith', town: 'Ulm' } })
    const [maker] = (await list('maker')) as [{ id: number }]
    expect((await call('GET', `part/${id}`)).body).toMatchObject({ 'maker id': maker.id })
    await call('PATCH', `part/${id}`, { 'MAKER_by_maker id': { id: maker.id, town: 'Bonn' } })
    expect(await list('maker')).toEqual([{ id: maker.id, name: 'Smith', town: 'Bonn' }])
    const other = await idOf('maker', { name: 'Jones' })
    await call('PATCH', `part/${id}`, { 'maker_by_maker id': { id: other } })
    expect((await call('GET', `part/${id}`)).body).toMatchObject({ 'maker id': other })
    expect(await refusal('PATCH', `part/${id}`, { 'maker_by_maker id': { id: 999 } })).toMatch(/^400 .*999/)
    await clear(...all)
  })

  it('takes a required reference from the nested owner', async () => {
    const owner = 'part_by_part_id'
    expect(await batch('POST', 'note', { text: 'n', [owner]: {} })).toMatchObject({
      rows: [{ code: 400, context: { part_id: ["Field 'part_id' is required."] } }],
    })
    expect((await batch('POST', 'note', { text: 'n', [owner]: { qty: 1 } })).failed).toEqual([0])
    for (const table of all) expect(await list(table)).toEqual([])
    await call('POST', 'note', { text: 'n', [owner]: { name: 'bolt' } })
    const [part] = (await list('part')) as [{ id: number }]
    await call('POST', 'note', { text: 'm', [owner]: { id: part.id } })
    expect(await list('note?order=id')).toMatchObject([
      { text: 'n', part_id: part.id },
      { text: 'm', part_id: part.id },
    ])
    await clear(...all)
  })

  it('creates, moves, updates and detaches members of a record', async () => {
    const parts = 'part_by_maker id'
    const made = await call('POST', `maker?related=${encodeURIComponent(parts)}`, {
      name: 'Smith',
      [parts]: [{ name: 'bolt', note_by_part_id: [{ text: 'deep' }] }, { name: 'nut' }],
    })
    const [smith] = made.body.resource as [{ id: number; [name: string]: unknown }]
    const [bolt, nut] = smith[parts] as [{ id: number }, { id: number }]
    expect(smith[parts]).toMatchObject([{ name: 'bolt', 'maker id': smith.id }, { name: 'nut' }])
    expect(await list('note')).toMatchObject([{ part_id: bolt.id, text: 'deep' }])
    const jones = await idOf('maker', { name: 'Jones', [parts]: [{ id: bolt.id }, { id: nut.id, qty: 9 }] })
    expect(await list('part?fields=maker id,qty&order=id')).toEqual([
      { 'maker id': jones, qty: 1 },
      { 'maker id': jones, qty: 9 },
    ])
    await call('PATCH', `maker/${jones}`, { [parts]: [{ id: bolt.id, 'maker id': null }] })
    expect(await list('part?fields=maker id&order=id')).toEqual([{ 'maker id': null }, { 'maker id': jones }])
    await clear(...all)
  })

  it('keeps one record in a has-one relation', async () => {
    const id = await idOf('part', { name: 'bolt', card_by_part_id: { text: 'first' } })
    await call('PATCH', `part/${id}`, { card_by_part_id: { text: 'second' } })
    await call('PATCH', `part/${id}`, { card_by_part_id: [{ text: 'third' }] })
    expect(await list('card')).toMatchObject([{ part_id: id, text: 'third' }])
    await clear(...all)
  })

  it('links and unlinks through a junction', async () => {
    const id = await idOf('part', {
      name: 'bolt',
      tool_by_part_tool: [
        { code: 'saw', name: 'Saw' },
        { code: 'axe', name: 'Axe' },
      ],
    })
    const tools = () => list(`part_tool?order=tool&fields=tool`)
    expect(await tools()).toEqual([{ tool: 'axe' }, { tool: 'saw' }])
    await call('PATCH', `part/${id}`, { tool_by_part_tool: [{ code: 'saw' }, { code: 'axe', name: 'Big axe' }] })
    expect(await list('tool?order=code')).toEqual([
      { code: 'axe', name: 'Big axe' },
      { code: 'saw', name: 'Saw' },
    ])
    await call('PATCH', `part/${id}`, { tool_by_part_tool: [{ code: 'saw', 'part.id': null }] })
    expect(await tools()).toEqual([{ tool: 'axe' }])
    expect(await refusal('PATCH', `part/${id}`, { tool_by_part_tool: [{ code: 'none' }] })).toMatch(/^400 /)
    await clear(...all)
  })

  it('rolls back or keeps related records with their record in a batch', async () => {
    const three = [
      { name: 'a', note_by_part_id: [{ text: 'a' }] },
      { name: 'b', note_by_part_id: [{ id: 5, part_id: null }] },
      { name: 'c', note_by_part_id: [{ text: 'c' }] },
    ]
    const texts = async () => ((await list('note?order=id')) as { text: string }[]).map(({ text }) => text)
    expect((await batch('POST', 'part?rollback=true', three)).failed).toEqual([1])
    expect([await list('part'), await texts()]).toEqual([[], []])
    expect((await batch('POST', 'part?continue=true', three)).failed).toEqual([1])
    expect(await texts()).toEqual(['a', 'c'])
    await clear(...all)
  })
})
