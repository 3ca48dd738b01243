import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { tableCalls } from '../../subjects/data/databases/suite/calls.ts'
import { sharedServiceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { makeWorkshop } from '../../testing/databases/workshop.ts'

forEachEngine('hostile writes', (on) => {
  const { instance, database } = sharedServiceOn(on)
  beforeAll(() => makeWorkshop({ database, engine: on.engine }))
  const { call, list, refusal, batch, clear } = tableCalls(instance)

  it('are rejected if too large or too deep', async () => {
    const long = 'x'.repeat(11_000_000)
    expect(await refusal('POST', 'part', { name: long })).toMatch(/^413 /)
    let deep: unknown = 'end'
    for (let level = 0; level < 200; level += 1) deep = { 'maker_by_maker id': deep }
    expect(await refusal('POST', 'part', { name: 'a', 'maker_by_maker id': deep })).toMatch(/^400 .*nested deeper/)
    expect(await list('part')).toEqual([])
  })

  it('succeed or fail as a whole, however many records they contain', async () => {
    const made = await call(
      'POST',
      'part?as_list=true',
      Array.from({ length: 9_000 }, (_, at) => ({ name: `p${at}` })),
    )
    const ids = made.body.resource as number[]
    expect(ids).toHaveLength(9_000)
    expect(
      (await batch('PATCH', 'part?rollback=true', { ids: [...ids, 99_999_999], resource: [{ qty: 9 }] })).failed,
    ).toEqual([9_000])
    expect((await call('GET', 'part?count_only=true&filter=qty=9')).body).toBe(0)
    expect((await call('PATCH', 'part?as_list=true', { ids, resource: [{ qty: 9 }] })).body.resource).toEqual(ids)
    expect((await call('GET', 'part?count_only=true&filter=qty=9')).body).toBe(9_000)
    expect((await call('DELETE', 'part', { ids })).body.resource).toHaveLength(9_000)
    expect(await list('part')).toEqual([])
  })

  it('never become SQL', async () => {
    const odd = fc.constantFrom(
      "'",
      '"',
      '`',
      ';',
      '--',
      '/*',
      '\\',
      '$1',
      '?',
      ':a',
      '%',
      '\n',
      ') or (1=1',
      "');drop table part;--",
      '{value}',
      '[',
    )
    const text = fc
      .array(fc.oneof(odd, fc.string({ maxLength: 4 })), { maxLength: 5 })
      .map((parts) => parts.join('').replaceAll('\0', '').slice(0, 20).toWellFormed())
    await fc.assert(
      fc.asyncProperty(
        text.filter((each) => [...each].length <= 20),
        text,
        async (value, name) => {
          const made = await call('POST', 'part?fields=name', { name: value, [`${name}x`]: value })
          expect(made.body.resource).toEqual([{ name: value }])
          for (const verb of ['PATCH', 'DELETE'] as const) {
            expect((await call(verb, 'part', [{ id: `1 ${name}`, name }])).status).toBeLessThan(500)
            expect((await call(verb, `part?filter=${encodeURIComponent(name)}`, { resource: [] })).status).toBeLessThan(
              500,
            )
            expect((await call(verb, `part?id_field=${encodeURIComponent(`${name}x`)}&ids=1`, { qty: 1 })).status).toBe(
              400,
            )
          }
        },
      ),
      { numRuns: 15 },
    )
    await clear('part')
  })
})
