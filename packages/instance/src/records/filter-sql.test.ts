import { parseFilter } from '@millwright/contract/filter/parse'
import { expect, test } from 'vitest'
import { sqliteEngine as engine } from '../engines/sqlite/sqlite-engine.ts'
import { noLookups } from '../platform/lookup-substitution.ts'
import { fieldOf, tableOf } from '../subjects/data/databases/suite/described.ts'
import { fixture } from '../testing/fixture.ts'
import { addFilter } from './filter-sql.ts'
import { PermittedTable } from './permitted-table.ts'
import { SqlText } from './sql-text.ts'
import { describedModel } from './tables/described-model.ts'

const table = tableOf('contact', [
  fieldOf('id', { type: 'id', dbType: 'integer', isPrimaryKey: true }),
  fieldOf('first"name', { alias: 'first', dbType: 'varchar(40)' }),
  fieldOf('age', { type: 'integer', dbType: 'integer' }),
  fieldOf('active', { type: 'boolean', dbType: 'tinyint(1)' }),
  fieldOf('upper', {
    isVirtual: true,
    dbFunctions: [{ use: ['SELECT'], function: 'upper("first""name")', sql: 'upper("first""name")', approved: true }],
  }),
  fieldOf('many', {
    isVirtual: true,
    isAggregate: true,
    dbFunctions: [{ use: ['SELECT'], function: 'count(*)', sql: 'count(*)', approved: true }],
  }),
])

const model = fixture(async () =>
  describedModel(engine, await PermittedTable.authorize({ permit: () => null }, 'GET', table)),
)

function compiled(filter: string, params: Record<string, string> = {}) {
  const into = new SqlText(engine.dialect)
  addFilter(into, parseFilter(filter), { model, params, lookups: noLookups })
  return into.statement()
}

test.each([
  ['nosuch = 1', /'nosuch'/],
  ['age = ten', /'age' is a whole number/],
  ['age = 1.5', /'age' is a whole number/],
  ['age = 9223372036854775808', /64 bits/],
  ['active = maybe', /'active'/],
  ['age = :n', /':n'/],
  ['many > 1', /'many'/],
  ['first = "a\0b"', /NUL/],
])('rejects %s with a reason', (filter, reason) => {
  expect(() => compiled(filter)).toThrow(
    expect.objectContaining({ status: 400, message: expect.stringMatching(reason) }),
  )
})

test.each([
  ['FIRST = "O\'Neil; drop table contact"', '"first""name" = ?', ["O'Neil; drop table contact"]],
  ['age >= 9223372036854775807', '"age" >= ?', [9223372036854775807n]],
  ['active != false', '"active" <> ?', [0]],
  [
    'upper = "ANN"',
    expect.stringMatching(/^\(upper\("first""name"\)\) IN \(WITH given\(v\) AS \(SELECT \?\) SELECT/),
    ['ANN'],
  ],
  ['first contains "50%_\\\\"', '"first""name" LIKE ? ESCAPE \'\\\'', ['%50\\%\\_\\\\%']],
  ['first like "a%"', '"first""name" LIKE ? ESCAPE \'\\\'', ['a%']],
  ['age starts with 4', 'CAST("age" AS TEXT) LIKE ? ESCAPE \'\\\'', ['4%']],
  ['id in (1, 2,3)', '"id" IN (SELECT value FROM json_each(?))', ['[1,2,3]']],
  [
    'not age is null or id = 1 and first is not null',
    '(NOT ("age" IS NULL) OR ("id" = ? AND NOT ("first""name" IS NULL)))',
    [1],
  ],
])('%s binds its values', (filter, sql, values) => {
  expect(compiled(filter)).toEqual({ sql, values })
})

test('a parameter is bound as a value, whatever it contains', () => {
  expect(compiled('first = :n', { n: '" OR 1=1 --' })).toEqual({ sql: '"first""name" = ?', values: ['" OR 1=1 --'] })
})
