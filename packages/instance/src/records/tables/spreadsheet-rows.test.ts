import { expect, it } from 'vitest'
import { tableCalls } from '../../subjects/data/databases/suite/calls.ts'
import { serviceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { execute } from '../../testing/databases/library.ts'

forEachEngine('a table and the CSV of spreadsheets', (on) => {
  it('takes numbers with a decimal comma, and texts as they are', async () => {
    const { instance, database } = await serviceOn(on)
    const { list } = tableCalls(instance)
    const { send, root: as } = instance
    const columns = '[id] integer PRIMARY KEY, [price] decimal(9,3), [size] varchar(20)'
    await execute({ database, engine: on.engine }, `CREATE TABLE [goods] (${columns})`)
    const post = (body: string, type = 'text/csv') =>
      send('POST', 'db/_table/goods', { as, body, headers: { 'content-type': type } })
    const refused = await post('id;price;size\n1;1.234;x\n', 'text/csv; decimal=comma')
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining("'1.234'")])
    expect((await post('sep=;\r\nid;price;size\r\n3;1.234,5;1,5\r\n4;;"a;b"\r\n')).status).toBe(200)
    expect(await list('goods?filter=id>2')).toEqual([
      { id: 3, price: 1234.5, size: '1,5' },
      { id: 4, price: null, size: 'a;b' },
    ])
    const path = 'db/_table/goods?filter=id=3&file=goods.csv&accept=text/csv;locale=de;bom=true'
    const exported = await send<string>('GET', path, { as })
    expect(exported.body).toBe('\ufeffid;price;size\n3;1234,5;1,5\n')
    await send('DELETE', 'db/_table/goods/3', { as })
    expect((await post(exported.body)).status).toBe(200)
    expect(await list('goods?filter=id=3')).toEqual([{ id: 3, price: 1234.5, size: '1,5' }])
  })
})
