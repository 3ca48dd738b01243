import type { EngineUnderTest } from '../../../../testing/databases/for-each-engine.ts'
import { execute } from '../../../../testing/databases/library.ts'
import { columnTypes, preparations } from './column-types.ts'
import type { ServiceUnderTest } from './service-on.ts'

export interface TypedTable {
  readonly table: string
  /** Engine-specific type of its column `v`. */
  readonly type: string
  /** As SQL, in rows with `id` from 1 on. */
  readonly values: readonly string[]
}

/** A table for each type of column of an engine. */
export function typedTables({ engine }: EngineUnderTest): readonly TypedTable[] {
  return (columnTypes[engine.name] ?? []).map(({ type, values }, position) => ({ table: `t${position}`, type, values }))
}

/** Creates the `typedTables` with their values. */
export async function makeTypedTables(
  on: EngineUnderTest,
  { database }: Pick<ServiceUnderTest, 'database'>,
): Promise<void> {
  const { engine } = on
  const run = (sql: string) => database.run({ sql, values: [] })
  for (const sql of preparations[engine.name] ?? []) await run(sql)
  for (const { table, type, values } of typedTables(on)) {
    await execute({ database, engine }, `CREATE TABLE [${table}] ([id] integer NOT NULL PRIMARY KEY, [v] ${type})`)
    const rows = values.map((value, row) => `(${row + 1}, ${value})`)
    await run(`INSERT INTO ${engine.dialect.quote(table)} VALUES ${rows.join(', ')}`)
  }
}
