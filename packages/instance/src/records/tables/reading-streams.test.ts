import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { sharedServiceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { execute, spelledOn } from '../../testing/databases/library.ts'

const many = 5_000

/** Expressions that fail only when they are evaluated. */
const failing = {
  sqlite: "json('{')",
  pgsql: '(SELECT 1 UNION SELECT 2)',
  mysql: '(SELECT 1 UNION SELECT 2)',
  sqlsrv: '(SELECT 1 UNION SELECT 2)',
}

forEachEngine('reading many records', (on) => {
  const { engine } = on
  const { instance, database } = sharedServiceOn(on, { max_records: 100_000 })
  const place = { database, engine }
  beforeAll(() => execute(place, 'CREATE TABLE [line] ([n] integer NOT NULL PRIMARY KEY, [text] varchar(40))'))
  const digits = `(SELECT 0 AS [d]${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => ` UNION ALL SELECT ${digit}`).join('')})`
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => `${digits} [${name}]`)
  let address: string
  beforeAll(async () => {
    await execute(
      place,
      `INSERT INTO [line] SELECT [a].[d] * 1000 + [b].[d] * 100 + [c].[d] * 10 + [d].[d], 'a "text", of some length' FROM ${a}, ${b}, ${c}, ${d} WHERE [a].[d] < 5`,
    )
    await execute(
      place,
      `CREATE VIEW [broken] AS SELECT [n], CASE WHEN [n] = ${many - 1} THEN ${spelledOn(engine, failing)} ELSE 1 END AS [one] FROM [line]`,
    )
    address = await instance.server.listen({ port: 0, host: '127.0.0.1' })
  })
  const fetched = (path: string, signal: AbortSignal | null = null) =>
    fetch(`${address}/api/v2/db/_table/${path}`, {
      headers: { 'x-dreamfactory-session-token': instance.root.token },
      signal,
    })

  it('rejects the request if the first portion fails', async () => {
    const answer = await fetched('line?filter=nosuch=1&file=x.csv')
    expect(answer.status).toBe(400)
  })

  it('closes the connection if a later portion fails, so that no partial response looks complete', async () => {
    const answer = await fetched('broken?limit=100000&order=n')
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow()
  })

  it('writes all records in JSON, with metadata', async () => {
    const rows = Array.from({ length: many }, (_, n) => ({ n, text: 'a "text", of some length' }))
    await expect((await fetched('line?limit=99999&include_count=1')).json()).resolves.toEqual({
      resource: rows,
      meta: { count: many },
    })
    await expect((await fetched('line?limit=4000&include_count=1&fields=n')).json()).resolves.toEqual({
      resource: rows.slice(0, 4000).map(({ n }) => ({ n })),
      meta: { count: many, next: 4000 },
    })
    await expect((await fetched('line?wrap=false&fields=n')).json()).resolves.toEqual(rows.map(({ n }) => ({ n })))
    await expect((await fetched('line?as_list=true')).json()).resolves.toEqual({ resource: rows.map(({ n }) => n) })
  })

  it('returns far pages like all others', async () => {
    const numbers = async (query: string) => {
      const answer = await fetched(
        `line?fields=n,text&limit=3&filter=${encodeURIComponent('n > 9 and n != 4000')}&${query}`,
      )
      return ((await answer.json()) as { resource: { n: number }[] }).resource.map(({ n }) => n)
    }
    expect(await numbers('offset=1999')).toEqual([2009, 2010, 2011])
    expect(await numbers('offset=3989')).toEqual([3999, 4001, 4002])
    expect(await numbers('offset=3989&order=text desc')).toEqual([1009, 1008, 1007])
    expect(await numbers('offset=4987')).toEqual([4998, 4999])
    expect(await numbers('offset=9999')).toEqual([])
  })

  it('writes all records in CSV and XML, as a file', async () => {
    const csv = await fetched('line?file=lines.csv')
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="lines.csv"')
    const lines = (await csv.text()).split('\n')
    expect(lines).toHaveLength(many + 2)
    expect(lines[many]).toBe('4999,"a ""text"", of some length"')
    const xml = await (await fetched('line?file=lines.xml&fields=n')).text()
    expect(xml.match(/<n>\d+<\/n>/g)).toHaveLength(many)
    expect(xml.endsWith('</dfapi>\n')).toBe(true)
  })

  it('continues to serve others after a client has disconnected', async () => {
    const aborted = new AbortController()
    onTestFinished(() => aborted.abort())
    for (let round = 0; round < 30; round += 1) {
      const answer = await fetched('line?limit=100000', aborted.signal)
      await answer.body?.getReader().read()
    }
    aborted.abort()
    await expect((await fetched('line/1')).json()).resolves.toMatchObject({ n: 1 })
  })
})
