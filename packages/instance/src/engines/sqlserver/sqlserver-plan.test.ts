import type { RawColumn, RawTable } from '@millwright/connector/engine/catalog'
import type { ColumnDefinition } from '@millwright/connector/engine/schema-change'
import { expect, test } from 'vitest'
import { sqlServerDialect } from './sqlserver-dialect.ts'
import { sqlServerSchema } from './sqlserver-engine.ts'

const schema = sqlServerSchema(sqlServerDialect)
const noKeys = { primaryKey: [], uniques: [], indexes: [], foreignKeys: [] }
const table = { schema: null, name: 'tool' }

function column(name: string, type: string, more: Partial<ColumnDefinition> = {}): ColumnDefinition {
  const sizes = { length: null, precision: null, scale: null, fixedLength: false, multibyte: false }
  return {
    ...sizes,
    name,
    type,
    dbType: null,
    definition: null,
    nullable: true,
    default: null,
    autoIncrement: false,
    ...more,
  }
}

const raw = (name: string, dbType: string, more: Partial<RawColumn> = {}): RawColumn => {
  const { type: _type, definition: _definition, ...rest } = column(name, '')
  return { ...rest, generated: false, ...more, dbType }
}

const before: RawTable = {
  ...table,
  isView: false,
  columns: [raw('id', 'int', { autoIncrement: true }), raw('price', 'decimal(10,2)'), raw('name', 'nvarchar(40)')],
  primaryKey: ['id'],
  uniques: [{ name: 'undx_tool_name', columns: ['name'] }],
  indexes: [],
  foreignKeys: [],
  source: null,
}

test('creates tables in Transact-SQL', () => {
  const sql = schema.plan(
    {
      kind: 'create',
      table,
      columns: [
        column('id', 'id', { autoIncrement: true, nullable: false }),
        column("it's", 'string', { length: 40, multibyte: true, default: { literal: "it's" } }),
        column('done', 'boolean', { nullable: false, default: { literal: true } }),
        column('made', 'timestamp_on_create', { default: { expression: 'CURRENT_TIMESTAMP' } }),
      ],
      keys: { ...noKeys, primaryKey: ['id'], indexes: [{ name: 'ndx_tool_done', columns: ['done'] }] },
    },
    null,
  )
  expect(sql.map((each) => each.sql)).toEqual([
    `CREATE TABLE [dbo].[tool] (
  [id] int IDENTITY(1,1) NOT NULL PRIMARY KEY,
  [it's] nvarchar(40) NULL DEFAULT N'it''s',
  [done] bit NOT NULL DEFAULT 1,
  [made] datetime2 NULL DEFAULT CURRENT_TIMESTAMP
)`,
    'CREATE INDEX [ndx_tool_done] ON [dbo].[tool] ([done])',
  ])
})

test('plans changes one after the other, with the data that they lose', () => {
  const planned = schema.plan(
    {
      kind: 'alter',
      table,
      add: [column('note', 'text')],
      change: [column('price', 'integer')],
      drop: ['name'],
      keys: noKeys,
      dropKeys: ['undx_tool_name'],
    },
    before,
  )
  expect(planned.map(({ sql }) => sql.split('\n')[0])).toEqual([
    "IF OBJECT_ID(N'[dbo].[undx_tool_name]') IS NOT NULL ALTER TABLE [dbo].[tool] DROP CONSTRAINT [undx_tool_name] ELSE DROP INDEX [undx_tool_name] ON [dbo].[tool]",
    expect.stringMatching(/^DECLARE @drop .* DROP CONSTRAINT /),
    'ALTER TABLE [dbo].[tool] DROP COLUMN [name]',
    'ALTER TABLE [dbo].[tool] ADD [note] nvarchar(max) NULL',
    'ALTER TABLE [dbo].[tool] ALTER COLUMN [price] int NULL',
  ])
  expect(planned.map(({ loses }) => loses).filter((loses) => loses !== null)).toEqual([
    "The values in the field 'name' are lost.",
    "Numbers in 'price' are rounded to whole ones.",
  ])
})

test('rejects making an existing column auto-increment', () => {
  const change = [column('price', 'integer', { autoIncrement: true })]
  expect(() =>
    schema.plan({ kind: 'alter', table, add: [], change, drop: [], keys: noKeys, dropKeys: [] }, before),
  ).toThrow(/^SQL Server cannot change/)
})
