import { expect, it } from 'vitest'
import { serviceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { execute, makeLibrary } from '../../testing/databases/library.ts'

forEachEngine('cached responses', (on) => {
  async function cached(settings: object) {
    const { instance, database } = await serviceOn(on, settings)
    const place = { database, engine: on.engine }
    await makeLibrary(place)
    const get = async (path: string) => (await instance.send('GET', `db/_table/${path}`, { as: instance.root })).body
    return { instance, place, get }
  }

  it('are fresh if the service does not enable caching', async () => {
    const { place, get } = await cached({ cache_enabled: false, cache_ttl: 60 })
    await get('tag/old')
    await execute(place, 'UPDATE [author] SET [born] = 1 WHERE [id] = 1')
    expect(await get('author/1')).toMatchObject({ born: 1 })
  })

  it('are fresh after a write, a flush or on request, and otherwise cached', async () => {
    const { instance, place, get } = await cached({ cache_enabled: true, cache_ttl: 60 })
    expect(await get('author/1')).toMatchObject({ born: 1950 })
    const behind = (born: number) => execute(place, `UPDATE [author] SET [born] = ${born} WHERE [id] = 1`)
    await behind(1)
    expect(await get('author/1')).toMatchObject({ born: 1950 })
    expect(await get('author/1?fields=born')).toEqual({ born: 1 })
    expect(await get('author/1?refresh=true')).toMatchObject({ born: 1 })
    await behind(2)
    await instance.send('PATCH', 'db/_table/author/2', { as: instance.root, body: { born: 3 } })
    expect(await get('author/1')).toMatchObject({ born: 2 })
    await behind(4)
    await instance.send('DELETE', 'system/cache/db', { as: instance.root })
    expect(await get('author/1')).toMatchObject({ born: 4 })
  })
})
