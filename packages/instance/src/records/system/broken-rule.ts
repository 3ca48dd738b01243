import type { ViolationKind } from '@millwright/connector/engine/problems'
import { invalid, Problem } from '@millwright/contract/problem'
import { postgresViolation } from '../../engines/postgres/postgres-problem.ts'
import { sqliteViolation } from '../../engines/sqlite/sqlite-problem.ts'
import type { Store } from '../../store/store.ts'
import type { DeclaredTable } from './declared-table.ts'
import { dialectOf, type Key, quoted } from './dialect.ts'
import type { Row } from './sql-runner.ts'

/** The constraint that a write violated, and its columns as far as the engine reports them. */
export interface ConstraintProblem {
  /** `unstorable`: a value the column cannot hold, such as a number out of range or a zero byte in a text. */
  readonly kind: 'unique' | 'not-null' | 'foreign-key' | 'too-long' | 'unstorable'
  readonly columns: string[]
}

const kinds: Readonly<Partial<Record<ViolationKind, ConstraintProblem['kind']>>> = {
  unique: 'unique',
  'not-null': 'not-null',
  'foreign-key': 'foreign-key',
  'missing-reference': 'foreign-key',
  'still-referenced': 'foreign-key',
  'too-long': 'too-long',
  'out-of-range': 'unstorable',
  'wrong-type': 'unstorable',
}

/** Returns the constraint behind a database error, or `null` for every other error. */
export function constraintProblem(error: unknown): ConstraintProblem | null {
  const violation = sqliteViolation(error) ?? postgresViolation(error)
  const kind = violation === null ? undefined : kinds[violation.kind]
  return violation === null || kind === undefined ? null : { kind, columns: [...violation.columns] }
}

const owners = new Set(['user_id', 'role_id', 'app_id'])

/** Thrown if a value is already in use; the database reports only the first one. */
class Duplicate extends Problem {
  readonly sent: Readonly<Row>
  readonly key: Key | null

  constructor(columns: readonly string[], sent: Readonly<Row>, key: Key | null) {
    const { message, context } = inUse(columns)
    super(400, message, { context })
    this.sent = sent
    this.key = key
  }
}

/** Maps the violation of a database constraint to a `Problem`; returns any other error unchanged. */
export function brokenRule(error: unknown, sent: Readonly<Row>, key: Key | null): unknown {
  if (error instanceof Problem) return error
  const broken = constraintProblem(error)
  if (broken === null) return error
  const columns = broken.columns.filter((column, _, all) => all.length === 1 || !owners.has(column))
  switch (broken.kind) {
    case 'unique':
      return new Duplicate(columns, sent, key)
    case 'not-null':
      return invalid(Object.fromEntries(columns.map((column) => [column, [`${column} is required.`]])))
    case 'foreign-key':
      return new Problem(409, 'The record refers to one that does not exist, or others refer to it.')
    case 'too-long':
    case 'unstorable':
      return columns.length === 0
        ? new Problem(400, 'A value is too long or cannot be stored.')
        : invalid(Object.fromEntries(columns.map((column) => [column, [`${column} cannot be stored.`]])))
  }
}

/** Adds every field of a duplicate to the error, with queries outside of the failed transaction. */
export async function withAllDuplicates(error: unknown, store: Store, declared: DeclaredTable): Promise<unknown> {
  if (!(error instanceof Duplicate)) return error
  const taken = await takenColumns(store, declared, error.sent, error.key)
  return taken.length === 0 ? error : inUse(taken)
}

function inUse(columns: readonly string[]): Problem {
  if (columns.length === 0) return new Problem(400, 'This record already exists.')
  return invalid(Object.fromEntries(columns.map((column) => [column, [`${column} is already in use.`]])))
}

async function takenColumns(
  store: Store,
  declared: DeclaredTable,
  sent: Readonly<Row>,
  key: Key | null,
): Promise<string[]> {
  const taken: string[] = []
  for (const { name, field, accept } of declared.columns) {
    const value = accept === null ? sent[name] : accept(sent[name])
    if (field.unique !== true || typeof value !== 'string') continue
    const sql = `SELECT ${quoted(declared.key)} AS "key" FROM ${quoted(declared.table)} WHERE ${quoted(name)} = ?`
    const found = await store.statements.first<Row>(dialectOf(store.engine).finish(sql), [value])
    if (found !== undefined && found.key !== key) taken.push(name)
  }
  return taken
}
