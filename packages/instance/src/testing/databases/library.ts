import type { Database, Engine } from '@millwright/connector/engine/engine'
import type { BoundValue } from '@millwright/connector/engine/statement'

/** Executes a statement with names between `[` and `]`, in the syntax of any engine. */
export async function execute(
  { database, engine }: { readonly database: Database; readonly engine: Engine },
  sql: string,
  ...values: readonly BoundValue[]
): Promise<void> {
  let position = 0
  const text = sql
    .replace(/\[([^\]]+)\]/g, (_, name) => engine.dialect.quote(name))
    .replace(/\?/g, () => engine.dialect.placeholder(++position))
  await database.run({ sql: text, values })
}

/**
 * Creates authors with books, books with tags, loan cards for some of the authors, and a table and a view without keys. Some
 * names need quotes.
 */
export async function makeLibrary(on: { readonly database: Database; readonly engine: Engine }): Promise<void> {
  const tables = [
    'CREATE TABLE [author] ([id] integer NOT NULL PRIMARY KEY, [name] varchar(40) NOT NULL, [born] integer)',
    'CREATE TABLE [card] ([id] integer NOT NULL PRIMARY KEY, [author_id] integer UNIQUE REFERENCES [author] ([id]), [no] varchar(10))',
    'CREATE TABLE [book] ([id] integer NOT NULL PRIMARY KEY, [author_id] integer, [odd "name, 1] varchar(60), [Price] decimal(10,2), FOREIGN KEY ([author_id]) REFERENCES [author] ([id]))',
    'CREATE TABLE [tag] ([name] varchar(20) NOT NULL PRIMARY KEY)',
    'CREATE TABLE [book_tag] ([book_id] integer NOT NULL, [tag] varchar(20) NOT NULL, FOREIGN KEY ([book_id]) REFERENCES [book] ([id]), FOREIGN KEY ([tag]) REFERENCES [tag] ([name]))',
    'CREATE TABLE [shelf] ([floor] integer NOT NULL, [place] varchar(5) NOT NULL, [label] varchar(20), PRIMARY KEY ([floor], [place]))',
    'CREATE VIEW [cheap] AS SELECT [id], [Price] FROM [book] WHERE [Price] < 10',
  ]
  for (const table of tables) await execute(on, table)
  const rows = [
    "[author] VALUES (1, 'Ann', 1950), (2, 'Ben', NULL), (3, 'Cleo', 1970), (4, 'Dora', 1950)",
    "[card] VALUES (1, 1, 'A-1'), (2, 3, 'C-3')",
    "[book] VALUES (1, 1, 'Alpha', 5.50), (2, 1, 'Beta', 12.00), (3, 2, 'Gamma', NULL), (4, NULL, 'Delta', 7.25)",
    "[tag] VALUES ('old'), ('new'), ('rare')",
    "[book_tag] VALUES (1, 'old'), (1, 'rare'), (1, 'old'), (2, 'new'), (4, 'old')",
    "[shelf] VALUES (1, 'a', 'maps'), (1, 'b', 'poems'), (2, 'a', 'plays')",
  ]
  for (const each of rows) await execute(on, `INSERT INTO ${each}`)
}

/** The spelling for an engine, by the names of engines. */
export function spelledOn<Spelling>({ name }: Engine, spellings: Readonly<Record<string, Spelling>>): Spelling {
  const own = spellings[name]
  if (own === undefined) throw new Error(`The test says nothing for ${name}`)
  return own
}
