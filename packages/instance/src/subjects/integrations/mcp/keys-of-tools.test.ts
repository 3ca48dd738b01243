import { expect, it } from 'vitest'
import { forEachEngine } from '../../../testing/databases/for-each-engine.ts'
import { execute } from '../../../testing/databases/library.ts'
import { mcpSender } from '../../../testing/mcp/mcp-client.ts'
import { serviceOn } from '../../data/databases/suite/service-on.ts'

forEachEngine('the tools for records', (on) => {
  it('find records by keys with commas and quotes, and by keys of several fields', async () => {
    const { instance, database } = await serviceOn(on)
    const { send, root } = instance
    const place = { database, engine: on.engine }
    await execute(place, 'CREATE TABLE [w] ([k] varchar(20) NOT NULL PRIMARY KEY, [n] integer)')
    await execute(place, 'INSERT INTO [w] VALUES (?, 1), (?, 2), (?, 3)', 'x,y', 'a "b"', 'z')
    await execute(
      place,
      'CREATE TABLE [shelf] ([floor] integer NOT NULL, [place] varchar(9) NOT NULL, [n] integer, PRIMARY KEY ([floor], [place]))',
    )
    await execute(place, 'INSERT INTO [shelf] VALUES (1, ?, 1), (1, ?, 2)', 'a,b', 'c')
    const config = {
      exposed_services: ['db'],
      allow_session_auth: true,
      allow_writes: true,
      allow_deletes: true,
      confirm_writes: 'off',
    }
    await send('POST', 'system/service', {
      as: root,
      body: { name: 'tools', label: 'Tools', type: 'mcp', is_active: true, config },
    })
    const { call } = mcpSender(send, 'tools')
    const rows = async (tool: string, args: object) => (await call(tool, args, { as: root })).value
    const fields = ['n']
    expect(await rows('get_table_data', { table_name: 'w', ids: ['x,y', 'a "b"'], fields })).toEqual({
      rows: [{ n: 1 }, { n: 2 }],
    })
    expect((await send('GET', `db/_table/w?fields=n&ids=${encodeURIComponent('"x,y",z')}`, { as: root })).body).toEqual(
      {
        resource: [{ n: 1 }, { n: 3 }],
      },
    )
    await rows('update_records', { table_name: 'w', ids: ['a "b"'], records: [{ n: 9 }] })
    await rows('delete_records', { table_name: 'w', ids: ['x,y'] })
    expect(await rows('get_table_data', { table_name: 'w', fields, order: 'n' })).toMatchObject({
      rows: [{ n: 3 }, { n: 9 }],
    })

    const ids = ['{"floor":1,"place":"a,b"}']
    expect(await rows('get_table_data', { table_name: 'shelf', ids, fields })).toEqual({ rows: [{ n: 1 }] })
    await rows('update_records', { table_name: 'shelf', ids, records: [{ n: 7 }] })
    expect(await rows('get_table_data', { table_name: 'shelf', ids, fields })).toEqual({ rows: [{ n: 7 }] })
    await rows('delete_records', { table_name: 'shelf', ids })
    expect(await rows('get_table_data', { table_name: 'shelf', fields })).toMatchObject({ rows: [{ n: 2 }] })
  })
})
