/** Which rule of the database a write broke, and the columns it names, so far as the engine tells them. */
export interface ConstraintProblem {
  /** `unstorable`: a value the column cannot hold, such as a number out of range or a zero byte in a text. */
  readonly kind: 'unique' | 'not-null' | 'foreign-key' | 'too-long' | 'unstorable'
  readonly columns: string[]
}

type Kind = ConstraintProblem['kind']

const sqliteKinds: Readonly<Record<number, Kind>> = {
  18: 'too-long',
  787: 'foreign-key',
  1299: 'not-null',
  1555: 'unique',
  2067: 'unique',
  2579: 'unique',
  3091: 'unstorable',
}

const postgresKinds: Readonly<Record<string, Kind>> = {
  '23505': 'unique',
  '23502': 'not-null',
  '23503': 'foreign-key',
  '22001': 'too-long',
  '54000': 'too-long',
  '22003': 'unstorable',
  '22021': 'unstorable',
  '22P02': 'unstorable',
  '22P05': 'unstorable',
}

/** What a thrown database error says about the data; null for every other error. */
export function constraintProblem(error: unknown): ConstraintProblem | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  if (error.code === 'ERR_SQLITE_ERROR') return ofSqlite(error)
  const kind = postgresKinds[error.code]
  return kind === undefined ? null : { kind, columns: postgresColumns(error) }
}

/** `UNIQUE constraint failed: lookup.user_id, lookup.name`; of a foreign key SQLite names no column. */
function ofSqlite(error: Error): ConstraintProblem | null {
  const kind = 'errcode' in error && typeof error.errcode === 'number' ? sqliteKinds[error.errcode] : undefined
  if (kind === undefined) return null
  const named = /constraint failed: (.+)$/.exec(error.message)?.[1] ?? ''
  const columns = named.split(', ').flatMap((name) => name.split('.')[1] ?? [])
  return { kind, columns }
}

/** Either the error's own `column`, or the key in its detail: `Key (user_id, lower(name))=(3, a) already exists.` */
function postgresColumns(error: Error): string[] {
  if ('column' in error && typeof error.column === 'string') return [error.column]
  const detail = 'detail' in error && typeof error.detail === 'string' ? error.detail : ''
  const key = /\((.+?)\)=\(/.exec(detail)?.[1] ?? ''
  return key === '' ? [] : key.split(', ').map((part) => part.replace(/^lower\((\w+)\)$/, '$1').replaceAll('"', ''))
}
