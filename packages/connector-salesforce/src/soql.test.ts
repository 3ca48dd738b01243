import { describe, expect, it } from 'vitest'
import { requestOf } from './soql.ts'

const rest = (where: string, ...values: (string | number | boolean | null)[]) => {
  const request = requestOf({ sql: `SELECT "Id" AS "Id" FROM "Account" WHERE ${where}`, values })
  return request.kind === 'select' ? request.rest : ''
}

describe('statements translated to SOQL', () => {
  it.each([
    'SELECT "Id" AS "Id" FROM "Account" JOIN "Contact" ON 1',
    'SELECT "Id" AS "Id" FROM "Account" GROUP BY "Id"',
    'SELECT "Id" AS "Id" FROM "Account__c; DELETE"',
    'SELECT "Id" AS "Id" FROM "Account" WHERE "Id" = \'1\'',
    'SELECT (upper("Id")) AS "Id" FROM "Account"',
    'UPDATE "Account" SET "Name" = upper("Name")',
    'DROP TABLE "Account"',
  ])('reject %s', (sql) => {
    expect(() => requestOf({ sql, values: [] })).toThrow()
  })

  it.each([["2024-01-01' OR Name != '"], ['1 OR 1 = 1'], ['now()'], ['']])('reject %j as a date or number', (text) => {
    expect(() => rest('"CreatedDate" > #?', text)).toThrow('is not a number, date or time')
  })

  it('escape every value', () => {
    expect(rest('"Name" = ?', "O'Neil \\' OR Name != '")).toBe(" WHERE Name = 'O\\'Neil \\\\\\' OR Name != \\''")
    expect(rest('"Name" LIKE ~?', "50\\%'%")).toBe(" WHERE Name LIKE '50\\%\\'%'")
    expect(rest('"A" <> ? AND "B" IS NULL', 'x ? #? "', true)).toBe(" WHERE A != 'x ? #? \"' AND B = null")
    expect(rest('"At" >= #?', '2024-02-29 10:20:30.1234')).toBe(' WHERE At >= 2024-02-29T10:20:30.123Z')
    expect(rest('"Day" IN (#?, #?)', '2024-02-29', '1.50')).toBe(' WHERE Day IN (2024-02-29, 1.50)')
  })

  it('have the page, the record id and the values of the SQL', () => {
    const sql = 'SELECT "Id" AS "Id", "Name" AS "title" FROM "Account" ORDER BY "Name" LIMIT 25 OFFSET 3000'
    expect(requestOf({ sql, values: [] })).toEqual({
      kind: 'select',
      object: 'Account',
      rest: ' ORDER BY Name',
      limit: 25,
      offset: 3000,
      fields: [
        { name: 'Id', as: 'Id' },
        { name: 'Name', as: 'title' },
      ],
    })
    const update = 'UPDATE "Account" SET "Name" = ?, "No" = ? WHERE "Id" = ?'
    expect(requestOf({ sql: update, values: ['a', 1, 'id'] })).toEqual({
      kind: 'update',
      object: 'Account',
      values: { Name: 'a', No: 1 },
      id: 'id',
      where: '',
    })
    const insert = 'INSERT INTO "Account" ("Name", "No") VALUES (?, ?), (?, ?) RETURNING "Id" AS "Id"'
    expect(requestOf({ sql: insert, values: ['a', 1, 'b', null] })).toMatchObject({
      records: [
        { Name: 'a', No: 1 },
        { Name: 'b', No: null },
      ],
    })
  })
})
