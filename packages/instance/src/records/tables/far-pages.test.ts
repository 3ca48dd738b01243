import { expect, it } from 'vitest'
import { sharedServiceOn } from '../../subjects/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'

const count = 3_000

forEachEngine('pages far from the first', async (on) => {
  const { instance } = await sharedServiceOn(on)
  const as = instance.root
  const field = [
    { name: 'id', type: 'id' },
    { name: 'place', type: 'integer' },
  ]

  it('are in the order that was asked for, and where the others leave off', async () => {
    await instance.send('POST', 'db/_schema', { as, body: { resource: [{ name: 'far', field }] } })
    // Neither in the order of the key nor against it.
    const resource = Array.from({ length: count }, (_, at) => ({ place: (at * 1_201) % count }))
    expect((await instance.send('POST', 'db/_table/far', { as, body: { resource } })).status).toBe(200)
    for (const [order, first, step] of [
      ['place', 2_000, 1],
      ['place DESC', 999, -1],
    ] as const) {
      const query = `fields=place&order=${encodeURIComponent(order)}&offset=2000&limit=1000`
      const { body } = await instance.send<{ resource: unknown }>('GET', `db/_table/far?${query}`, { as })
      expect(body.resource).toEqual(Array.from({ length: 1_000 }, (_, at) => ({ place: first + at * step })))
    }
  })
})
