import { expect, it } from 'vitest'
import { sqlServerEngine } from '../../engines/sqlserver/sqlserver-engine.ts'
import { noLookups } from '../../platform/lookup-substitution.ts'
import { fieldOf, tableOf } from '../../subjects/data/databases/suite/described.ts'
import { fixture } from '../../testing/fixture.ts'
import { PermittedTable } from '../permitted-table.ts'
import { compileRead, type ReadQuery } from './plan-read.ts'

const id = fieldOf('id', { type: 'id', dbType: 'int', isPrimaryKey: true, allowNull: false })
const table = tableOf('odd]part', [
  id,
  fieldOf('name', { dbType: 'nvarchar(40)' }),
  fieldOf('active', { type: 'boolean', dbType: 'bit' }),
  fieldOf('price', { type: 'decimal', dbType: 'decimal(10,2)' }),
])
const part = '[dbo].[odd]]part]'
const permitted = fixture(async () => PermittedTable.authorize({ permit: () => null }, 'GET', table))

const plan = (query: Partial<ReadQuery>) =>
  compileRead(sqlServerEngine, permitted, {
    fields: 'id',
    order: undefined,
    group: undefined,
    filter: undefined,
    params: {},
    lookups: noLookups,
    needed: [],
    added: [],
    ...query,
  })

it.each([
  ['(name like "a%") and not (active = true)', "([name] LIKE @p1 ESCAPE '\\' AND NOT ([active] = @p2))", ['a%', 1]],
  ['name contains "5%_["', "[name] LIKE @p1 ESCAPE '\\'", ['%5\\%\\_\\[%']],
  ['price starts with 1', "CAST([price] AS nvarchar(max)) LIKE @p1 ESCAPE '\\'", ['1%']],
  ['id in (1,2)', "[id] IN (SELECT value FROM OPENJSON(@p1) WITH (value bigint '$'))", ['[1,2]']],
  ['price in (1.5,2)', '[price] IN (@p1, @p2)', ['1.5', '2']],
  ['name is null or id > 5', '([name] IS NULL OR [id] > @p1)', [5]],
])('SQL Server reads %s with its own keywords', (filter, condition, values) => {
  const page = plan({ filter }).list({ limit: 25, offset: 50_000 })
  const next = `@p${values.length + 1}`
  expect(page).toMatchObject({
    sql: `SELECT [id] AS [id] FROM ${part} WHERE (${condition}) ORDER BY ${part}.[id] OFFSET ${next} ROWS FETCH NEXT 25 ROWS ONLY`,
    values: [...values, 50_000],
  })
  expect(plan({ filter }).count.sql).toBe(`SELECT COUNT(*) AS [count] FROM ${part} WHERE (${condition})`)
})

it('SQL Server orders nulls as requested, and pages groups without an order', () => {
  expect(plan({ order: 'name desc nulls last' }).list({ limit: 5, offset: 0 }).sql).toBe(
    `SELECT [id] AS [id] FROM ${part} ORDER BY CASE WHEN ${part}.[name] IS NULL THEN 1 ELSE 0 END, ${part}.[name] DESC, ${part}.[id] DESC OFFSET 0 ROWS FETCH NEXT 5 ROWS ONLY`,
  )
  const grouped = plan({ fields: 'name,COUNT(*)', group: 'name' })
  expect(grouped.list({ limit: 5, offset: 0 }).sql).toBe(
    `SELECT [name] AS [name], COUNT(*) AS [COUNT_ALL] FROM ${part} GROUP BY ${part}.[name] ORDER BY (SELECT NULL) OFFSET 0 ROWS FETCH NEXT 5 ROWS ONLY`,
  )
  expect(grouped.count.sql).toBe(
    `SELECT COUNT(*) AS [count] FROM (SELECT 1 AS [one] FROM ${part} GROUP BY ${part}.[name]) [groups]`,
  )
})

it('SQL Server finds records by their keys', () => {
  expect(plan({ needed: [id] }).one()).toEqual({ sql: `SELECT [id] AS [id] FROM ${part} WHERE [id] = @p1`, values: [] })
})
