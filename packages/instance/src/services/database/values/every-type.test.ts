import { sessionTokenHeader } from '@millwright/contract/headers'
import { expect, it } from 'vitest'
import { columnTypes, preparations } from '../suite/column-types.ts'
import { forEachEngine } from '../suite/for-each-engine.ts'
import { execute } from '../suite/library.ts'
import { sharedServiceOn } from '../suite/service-on.ts'

const formats = ['application/json', 'text/csv', 'application/xml'] as const

/** What is in a column, as the database prints it. */
const printed = {
  sqlite: (column: string) => `typeof(${column}) || ' ' || quote(${column})`,
  pgsql: (column: string) => `${column}::text`,
  mysql: (column: string) => `HEX(${column})`,
  sqlsrv: (column: string) => `CAST(${column} AS nvarchar(max))`,
}

forEachEngine('a column of any type', async (on) => {
  const { engine } = on
  const { instance, database } = await sharedServiceOn(on)
  const place = { database, engine }
  for (const sql of preparations[engine.name] ?? []) await database.run({ sql, values: [] })
  const tables: { table: string; type: string; values: readonly string[] }[] = []
  for (const [position, { type, values }] of (columnTypes[engine.name] ?? []).entries()) {
    const table = `t${position}`
    try {
      await execute(place, `CREATE TABLE [${table}] ([id] integer NOT NULL PRIMARY KEY, [v] ${type})`)
    } catch (error) {
      // A type that this version of the server does not have.
      if (/unknown data type|near|not supported/i.test(String(error)) && type === 'vector(3)') continue
      throw error
    }
    for (const [row, value] of values.entries())
      await database.run({
        sql: `INSERT INTO ${engine.dialect.quote(table)} VALUES (${row + 1}, ${value})`,
        values: [],
      })
    tables.push({ table, type, values })
  }

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
    const sql = `SELECT ${printed[engine.name](quote('v'))} AS v FROM ${quote(table)} ORDER BY id`
    return (await database.run({ sql, values: [] })).rows.map(({ v }) => v)
  }

  it.each(tables)('$type is read, written back and read the same', async ({ table, type, values }) => {
    const before = await stored(table)
    // An empty cell is no value, and texts say nothing of the types of untyped columns.
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
