import type { Outcome, Statement } from '../statement.ts'
import { ViolationProblem } from '../violation.ts'
import { mysqlErrno, mysqlProblem } from './mysql-problem.ts'

const duplicateEntry = 1062

/** The refusal of a duplicate with the columns of the key, of which the server tells only the name; null for every other failure. */
export async function keyOfDuplicate(
  error: unknown,
  sql: string,
  run: (statement: Statement) => Promise<Outcome>,
): Promise<ViolationProblem | null> {
  if (mysqlErrno(error) !== duplicateEntry) return null
  const problem = mysqlProblem(error, '')
  if (!(problem instanceof ViolationProblem)) return null
  const table = writtenTable(sql)
  const { constraint } = problem.violation
  if (table === null || constraint === null) return problem
  const { rows } = await run({ sql: columnsOfKey, values: [table.schema, table.name, constraint] })
  return new ViolationProblem({ kind: 'unique', columns: rows.map(({ name }) => String(name)), constraint })
}

const columnsOfKey = `SELECT COLUMN_NAME AS name FROM information_schema.STATISTICS
  WHERE TABLE_SCHEMA = COALESCE(?, DATABASE()) AND TABLE_NAME = ? AND INDEX_NAME = ? AND COLUMN_NAME IS NOT NULL ORDER BY SEQ_IN_INDEX`

/** The table that a statement of ours writes to, whose names are in backticks. */
function writtenTable(sql: string): { schema: string | null; name: string } | null {
  const found = /^\s*(?:INSERT\s+INTO|REPLACE\s+INTO|UPDATE)\s+(?:`((?:[^`]|``)+)`\.)?`((?:[^`]|``)+)`/i.exec(sql)
  if (found === null) return null
  const [, schema, name = ''] = found
  return { schema: schema?.replaceAll('``', '`') ?? null, name: name.replaceAll('``', '`') }
}
