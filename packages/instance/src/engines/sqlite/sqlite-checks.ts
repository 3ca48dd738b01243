import type { RawTable } from '../catalog.ts'
import type { PlannedStatement } from '../schema-change.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

const { quote } = sqliteDialect

/**
 * SQLite looks at views and triggers only when they are used. These statements use those that may name a table, without touching a row; `gone`: the
 * table itself goes. Views that do not work now, which have no columns, need not work afterwards.
 */
export function sqliteChecks(table: string, gone: boolean, all: Iterable<RawTable>): PlannedStatement[] {
  const checks: PlannedStatement[] = []
  for (const each of all) {
    if (gone && each.name === table) continue
    if (each.isView && each.columns.length > 0) checks.push(check(`SELECT 1 FROM ${quote(each.name)} LIMIT 0`))
    const triggers = each.source?.attached.filter(({ kind, sql }) => kind === 'trigger' && names(sql, table)) ?? []
    if (triggers.length === 0 || each.isView) continue
    const columns = each.columns.filter(({ generated }) => !generated).map(({ name }) => quote(name))
    checks.push(
      check(`EXPLAIN DELETE FROM ${quote(each.name)}`),
      check(`EXPLAIN INSERT INTO ${quote(each.name)} DEFAULT VALUES`),
    )
    if (columns.length > 0)
      checks.push(
        check(`EXPLAIN UPDATE ${quote(each.name)} SET ${columns.map((column) => `${column} = ${column}`).join(', ')}`),
      )
  }
  return checks
}

function names(sql: string, table: string): boolean {
  return sql.toLowerCase().includes(table.toLowerCase())
}

function check(sql: string): PlannedStatement {
  return { sql, loses: null, isCheck: true }
}
