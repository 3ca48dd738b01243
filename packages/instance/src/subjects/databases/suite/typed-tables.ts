import type { EngineUnderTest } from '../../../testing/databases/for-each-engine.ts'
import { execute } from '../../../testing/databases/library.ts'
import { columnTypes, preparations } from './column-types.ts'
import type { ServiceUnderTest } from './service-on.ts'

export interface TypedTable {
  readonly table: string
  /** Engine-specific type of its column `v`. */
  readonly type: string
  /** As SQL, in rows with `id` from 1 on. */
  readonly values: readonly string[]
}

/** Creates a table with values for each column type that the engine supports. */
export async function makeTypedTables(
  { engine }: EngineUnderTest,
  { database }: Pick<ServiceUnderTest, 'database'>,
): Promise<readonly TypedTable[]> {
  const run = (sql: string) => database.run({ sql, values: [] })
  for (const sql of preparations[engine.name] ?? []) await run(sql)
  const tables: TypedTable[] = []
  for (const [position, { type, values }] of (columnTypes[engine.name] ?? []).entries()) {
    const table = `t${position}`
    await execute({ database, engine }, `CREATE TABLE [${table}] ([id] integer NOT NULL PRIMARY KEY, [v] ${type})`)
    const rows = values.map((value, row) => `(${row + 1}, ${value})`)
    await run(`INSERT INTO ${engine.dialect.quote(table)} VALUES ${rows.join(', ')}`)
    tables.push({ table, type, values })
  }
  return tables
}
