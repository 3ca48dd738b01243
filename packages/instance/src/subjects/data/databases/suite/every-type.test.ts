import { sessionTokenHeader } from '@millwright/contract/headers'
import { beforeAll, expect, it } from 'vitest'
import { forEachEngine } from '../../../../testing/databases/for-each-engine.ts'
import { spelledOn } from '../../../../testing/databases/library.ts'
import { sharedServiceOn } from './service-on.ts'
import { makeTypedTables, typedTables } from './typed-tables.ts'

const formats = ['application/json', 'text/csv', 'application/xml'] as const

/** The content of a column, as printed by the database. */
const printed = {
  sqlite: (column: string) => `typeof(${column}) || ' ' || quote(${column})`,
  pgsql: (column: string) => `${column}::text`,
  mysql: (column: string) => `HEX(${column})`,
  sqlsrv: (column: string) => `CAST(${column} AS nvarchar(max))`,
}

forEachEngine('a column of any type', (on) => {
  const { engine } = on
  const service = sharedServiceOn(on)
  const { instance, database } = service
  beforeAll(() => makeTypedTables(on, service))

  async function send(method: 'GET' | 'PATCH' | 'POST' | 'DELETE', path: string, format: string, payload?: string) {
    const { statusCode, body } = await instance.server.inject({
      method,
      url: `/api/v2/db/_table/${path}`,
      headers: {
        [sessionTokenHeader]: instance.root.token,
        accept: format,
        ...(payload === undefined ? {} : { 'content-type': format }),
      },
      ...(payload === undefined ? {} : { payload }),
    })
    expect(statusCode, body).toBe(200)
    return body
  }

  async function stored(table: string): Promise<unknown[]> {
    const { quote } = engine.dialect
    const sql = `SELECT ${spelledOn(engine, printed)(quote('v'))} AS v FROM ${quote(table)} ORDER BY id`
    return (await database.run({ sql, values: [] })).rows.map(({ v }) => v)
  }

  it.each(typedTables(on))('$type is unchanged after it was read and written back', async ({ table, type, values }) => {
    const before = await stored(table)
    // An empty cell is no value, and texts do not reveal the types of untyped columns.
    const asText = type !== '' && !(await send('GET', table, 'application/json')).includes('"v":""')
    for (const format of formats) {
      if (format !== 'application/json' && !asText) continue
      const all = await send('GET', table, format)
      await send('PATCH', table, format, all)
      expect(await stored(table), `batch as ${format}`).toEqual(before)
      const one = await send('GET', `${table}/${values.length}`, format)
      await send('PATCH', `${table}/${values.length}`, format, one)
      expect(await stored(table), `one as ${format}`).toEqual(before)
      await send('DELETE', `${table}?force=true`, format)
      await send('POST', table, format, all)
      expect(await stored(table), `made anew as ${format}`).toEqual(before)
      expect(await send('GET', table, format)).toBe(all)
    }
    const nothing = '{"id":90,"v":null}'
    await send('POST', table, 'application/json', nothing)
    expect(await send('GET', `${table}/90`, 'application/json')).toBe(nothing)
    await send('PATCH', `${table}/90`, 'application/json', nothing)
    await send('DELETE', `${table}/90`, 'application/json')
  })
})
