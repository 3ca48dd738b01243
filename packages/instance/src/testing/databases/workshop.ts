import type { Database, Engine } from '@millwright/connector/engine/engine'
import { execute, spelledOn } from './library.ts'

const counted = {
  sqlite: 'integer NOT NULL PRIMARY KEY AUTOINCREMENT',
  pgsql: 'serial NOT NULL PRIMARY KEY',
  mysql: 'integer NOT NULL AUTO_INCREMENT PRIMARY KEY',
  sqlsrv: 'integer NOT NULL IDENTITY PRIMARY KEY',
}

/**
 * Creates makers of parts, tools by code that parts need, one card per part, bins with a composite key, and a log without a
 * key: cases for auto-increment, unique, validated, referenced and quoted columns in writes.
 */
export async function makeWorkshop(on: { readonly database: Database; readonly engine: Engine }): Promise<void> {
  const id = spelledOn(on.engine, counted)
  const tables = [
    `CREATE TABLE [maker] ([id] ${id}, [name] varchar(40) NOT NULL, [town] varchar(40))`,
    `CREATE TABLE [part] ([id] ${id}, [name] varchar(20) NOT NULL, [code] varchar(10) UNIQUE, [qty] integer DEFAULT 1 CHECK ([qty] >= 0), [maker id] integer, [price] decimal(12,4), FOREIGN KEY ([maker id]) REFERENCES [maker] ([id]))`,
    'CREATE TABLE [tool] ([code] varchar(10) NOT NULL PRIMARY KEY, [name] varchar(40))',
    `CREATE TABLE [card] ([id] ${id}, [part_id] integer NOT NULL UNIQUE, [text] varchar(40), FOREIGN KEY ([part_id]) REFERENCES [part] ([id]))`,
    `CREATE TABLE [note] ([id] ${id}, [part_id] integer NOT NULL, [text] varchar(40), FOREIGN KEY ([part_id]) REFERENCES [part] ([id]))`,
    'CREATE TABLE [part_tool] ([part_id] integer NOT NULL, [tool] varchar(10) NOT NULL, PRIMARY KEY ([part_id], [tool]), FOREIGN KEY ([part_id]) REFERENCES [part] ([id]), FOREIGN KEY ([tool]) REFERENCES [tool] ([code]))',
    'CREATE TABLE [bin] ([row_no] integer NOT NULL, [place] varchar(5) NOT NULL, [label] varchar(20), PRIMARY KEY ([row_no], [place]))',
    'CREATE TABLE [log] ([said] varchar(40), [level] integer)',
  ]
  for (const table of tables) await execute(on, table)
}
