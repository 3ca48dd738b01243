import { noRoom } from '@millwright/connector/disk-full'
import {
  connectionProblem,
  databaseUnavailable,
  invalidSql,
  LostTransaction,
  missingTable,
  statementTimeout,
  type Violation,
  type ViolationKind,
  ViolationProblem,
} from '@millwright/connector/engine/problems'
import type { Outcome, Statement } from '@millwright/connector/engine/statement'
import { Problem } from '@millwright/contract/problem'

/** Converts a failure of MySQL, MariaDB or the connection to what is thrown. */
export function mysqlProblem(error: unknown, where: string): unknown {
  if (!(error instanceof Error) || error instanceof Problem) return error
  const number = mysqlErrno(error)
  if (number === null) return unreadable(error) ?? connectionProblem(error, where)
  // ER_DISK_FULL and ER_RECORD_FILE_FULL.
  if (number === 1021 || number === 1114) return noRoom(`the database ${where}`, error)
  const kind = kinds[number]
  if (kind !== undefined) return new ViolationProblem(violation(kind, error.message))
  const reason = reasons[number]
  if (reason !== undefined) return databaseUnavailable(where, reason)
  if (number === 1969 || number === 3024 || number === 1317) return statementTimeout(where)
  // The message that a routine or trigger signals is written for people.
  if (number === 1644) return new Problem(400, error.message)
  if (number === 1146) return missingTable(error.message)
  if (number === 1064) return invalidSql()
  if (number === 1213) return new LostTransaction()
  if (number === 1153) return new Problem(413, 'The record is larger than the database accepts at once.')
  if (denied.has(number)) return new Problem(403, `The database refused it: ${error.message}.`)
  return new Problem(400, `The database refused the statement: ${error.message}.`)
}

/** The driver creates a property for each column, and closes the connection for certain unsafe names. */
function unreadable({ message }: Error): Problem | null {
  const name = /^The field name \((.+)\) can't be the same as an object's private property/.exec(message)?.[1]
  return name === undefined ? null : new Problem(400, `A column called '${name}' cannot be read from this database.`)
}

/** The server's error number; `null` for errors of the driver or the connection. */
export function mysqlErrno(error: unknown): number | null {
  if (!(error instanceof Error) || !('errno' in error) || !('sqlState' in error)) return null
  return typeof error.errno === 'number' && error.errno > 0 ? error.errno : null
}

const denied = new Set([1044, 1142, 1143, 1227, 1370])

const reasons: Readonly<Record<number, string>> = {
  1040: 'it has no connections left.',
  1045: 'it does not accept the username or password.',
  1049: 'there is no database of that name on it.',
  1053: 'it is shutting down.',
  1080: 'the connection was lost.',
  1129: 'it has blocked this host.',
  1130: 'connections from this host are not allowed.',
  1203: 'it has no connections left.',
  1205: 'a lock could not be obtained. Please try again.',
  1226: 'it has no connections left for this user.',
  1290: 'it is read-only at the moment.',
  1698: 'it does not accept the username or password.',
  1792: 'it is read-only at the moment.',
  1836: 'it is read-only at the moment.',
  1927: 'the connection was lost.',
}

const kinds: Readonly<Record<number, ViolationKind>> = {
  1048: 'not-null',
  1062: 'unique',
  1169: 'unique',
  1216: 'missing-reference',
  1217: 'still-referenced',
  1264: 'out-of-range',
  1265: 'wrong-type',
  1292: 'wrong-type',
  1364: 'not-null',
  1366: 'wrong-type',
  1406: 'too-long',
  1451: 'still-referenced',
  1452: 'missing-reference',
  1526: 'partition',
  1586: 'unique',
  1690: 'out-of-range',
  3140: 'wrong-type',
  3819: 'check',
  4025: 'check',
}

/** Extracts names from a message, at the positions where MySQL and MariaDB put them. */
function violation(kind: ViolationKind, message: string): Violation {
  switch (kind) {
    case 'unique':
      return { kind, columns: [], constraint: lastQuoted(message) }
    case 'check':
      return { kind, ...checked(message) }
    case 'still-referenced':
    case 'missing-reference':
      return {
        kind,
        columns:
          kind === 'missing-reference' ? backticked(/FOREIGN KEY \((.+?)\) REFERENCES/.exec(message)?.[1] ?? '') : [],
        constraint: backticked(/CONSTRAINT (`(?:[^`]|``)+`)/.exec(message)?.[1] ?? '')[0] ?? null,
      }
    default: {
      const column = namedColumn(message)
      return { kind, columns: column === undefined ? [] : [column], constraint: null }
    }
  }
}

/** «… for column `db`.`t`.`name` at row 1», in which MariaDB does not double backticks, or only the name in single quotes. */
function namedColumn(message: string): string | undefined {
  const inFull = /for column .*`([^`]+)` at row/s.exec(message)?.[1]
  return inFull ?? /(?:column|Column|Field) '(.+?)'(?: at row| cannot| doesn't|$)/s.exec(message)?.[1]
}

/** MariaDB names a column's check constraint by table and column. */
function checked(message: string): Pick<Violation, 'columns' | 'constraint'> {
  const constraint = /(?:CONSTRAINT `(.+)` failed|constraint '(.+)' is violated)/s.exec(message)
  const name = constraint?.[1] ?? constraint?.[2] ?? null
  const dot = name?.lastIndexOf('.') ?? -1
  return name === null || dot < 0
    ? { columns: [], constraint: name }
    : { columns: [name.slice(dot + 1)], constraint: name }
}

/** The key of a duplicate, without the table that MySQL puts before it. */
function lastQuoted(message: string): string | null {
  return /for key '(?:[^'.]+\.)?([^']+)'$/.exec(message)?.[1] ?? null
}

function backticked(text: string): string[] {
  return [...text.matchAll(/`((?:[^`]|``)+)`/g)].map(([, name = '']) => name.replaceAll('``', '`'))
}

const duplicateEntry = 1062

/** The problem for a duplicate key, with the key's columns, which the server's message lacks; `null` for every other failure. */
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

/** The table that one of the instance's statements writes to, whose names are in backticks. */
function writtenTable(sql: string): { schema: string | null; name: string } | null {
  const found = /^\s*(?:INSERT\s+INTO|REPLACE\s+INTO|UPDATE)\s+(?:`((?:[^`]|``)+)`\.)?`((?:[^`]|``)+)`/i.exec(sql)
  if (found === null) return null
  const [, schema, name = ''] = found
  return { schema: schema?.replaceAll('``', '`') ?? null, name: name.replaceAll('``', '`') }
}
