import { beforeAll, expect, it } from 'vitest'
import { sharedServiceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { execute } from '../../testing/databases/library.ts'

const pages = 20
const length = 2_000_000
const tooMany = 'The records take more memory than one request may use. Ask for fewer records or fields.'

forEachEngine('reading records with large values', (on) => {
  const { instance, database } = sharedServiceOn(on)
  const place = { database, engine: on.engine }
  const numbers = Array.from({ length: pages }, (_, at) => at + 1)
  let address: string
  beforeAll(async () => {
    const text = on.engine.name === 'mysql' ? 'mediumtext' : 'text'
    await execute(place, `CREATE TABLE [page] ([n] integer NOT NULL PRIMARY KEY, [seen] integer, [body] ${text})`)
    await execute(
      place,
      'CREATE TABLE [note] ([id] integer NOT NULL PRIMARY KEY, [page_n] integer, FOREIGN KEY ([page_n]) REFERENCES [page] ([n]))',
    )
    for (const n of numbers) {
      const body = { resource: [{ n, seen: 0, body: 'a'.repeat(length) }] }
      await instance.send('POST', 'db/_table/page', { as: instance.root, body })
    }
    const notes = [...numbers.map((n) => ({ id: n, page_n: n })), ...numbers.map((n) => ({ id: 100 + n, page_n: 1 }))]
    await instance.send('POST', 'db/_table/note', { as: instance.root, body: { resource: notes } })
    address = await instance.server.listen({ port: 0, host: '127.0.0.1' })
  })
  const asked = async (path: string, init: RequestInit = {}) => {
    const headers = { 'x-dreamfactory-session-token': instance.root.token, 'content-type': 'application/json' }
    const answer = await fetch(`${address}/api/v2/db/_table/${path}`, { ...init, headers })
    return { status: answer.status, body: await answer.json() }
  }
  const refusal = { status: 413, body: { error: expect.objectContaining({ code: 413, message: tooMany }) } }

  it('refuses more of them by id than one request may use memory for', async () => {
    expect(await asked(`page?ids=${numbers.join(',')}`)).toEqual(refusal)
  })

  it('refuses more of them as related records', async () => {
    expect(await asked('note?filter=id < 100&related=page_by_page_n')).toEqual(refusal)
  })

  it('refuses records by id that all refer to the same one, as it would be in each', async () => {
    const ids = numbers.map((n) => 100 + n)
    expect(await asked(`note?ids=${ids.join(',')}&related=page_by_page_n`)).toEqual(refusal)
    const body = JSON.stringify({ resource: { page_n: 1 } })
    const changed = await asked(`note?ids=${ids.join(',')}&related=page_by_page_n`, { method: 'PATCH', body })
    expect(changed).toEqual({ status: 200, body: { resource: ids.map((id) => ({ id })) } })
  })

  it('lists all, however much they take together', async () => {
    const { status, body } = await asked('page?include_count=true&order=n')
    const found = body.resource.map((page: { n: number; body: string }) => [page.n, page.body.length])
    expect({ status, found, meta: body.meta }).toEqual({
      status: 200,
      found: numbers.map((n) => [n, length]),
      meta: { count: pages },
    })
  })

  it('lists records that all refer to the same one', async () => {
    const { status, body } = await asked('note?filter=id > 100&related=page_by_page_n')
    const lengths = body.resource.map((note: { page_by_page_n: { body: string } }) => note.page_by_page_n.body.length)
    expect({ status, lengths }).toEqual({ status: 200, lengths: numbers.map(() => length) })
  })

  it('changes all, and returns their ids if the records would take too much', async () => {
    const body = JSON.stringify({ resource: { seen: 1 } })
    const changed = await asked(`page?ids=${numbers.join(',')}&fields=*`, { method: 'PATCH', body })
    expect(changed).toEqual({ status: 200, body: { resource: numbers.map((n) => ({ n })) } })
    expect((await asked('page?fields=n&filter=seen=1')).body.resource).toHaveLength(pages)
  })
})
