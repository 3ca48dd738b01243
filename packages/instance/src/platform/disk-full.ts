import { Problem } from '@millwright/contract/problem'

/** SQLite's SQLITE_FULL, and SQLITE_IOERR_SHMSIZE: no room for the index that a write-ahead log needs even to be read. */
const sqliteCodes = new Set([13, 4874])
/** Of the operating system and of PostgreSQL. */
const textCodes = new Set(['ENOSPC', 'EDQUOT', '53100'])
/** Of MySQL and MariaDB: ER_DISK_FULL, ER_RECORD_FILE_FULL. */
const mysqlCodes = new Set([1021, 1114])
/** Of SQL Server: a file group, and the log. */
const sqlServerCodes = new Set([1105, 9002])

/** Whether something could not be written because its disk, or what one may use of it, is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const has = (name: string, codes: ReadonlySet<unknown>) => codes.has(Reflect.get(error, name))
  return (
    has('errcode', sqliteCodes) || has('code', textCodes) || has('errno', mysqlCodes) || has('number', sqlServerCodes)
  )
}

/** The refusal of a change for which `where`, such as "this instance", has no room (docs/wire/errors.md). */
export function noRoom(where: string): Problem {
  return new Problem(507, `The disk of ${where} is full. What was there before can still be read.`)
}
