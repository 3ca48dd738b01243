import { invalid, Problem } from '@millwright/contract/problem'
import { constraintProblem } from '../../store/constraint-problem.ts'
import type { Store } from '../../store/store.ts'
import type { DeclaredTable } from './declared-table.ts'
import { dialectOf, type Key, quoted } from './dialect.ts'
import type { Row } from './sql-runner.ts'

const owners = new Set(['user_id', 'role_id', 'app_id'])

/** A value is in use already; the database stops at the first that is. */
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

/** The refusal for a write that broke a rule of the database; anything else is given back as it came. */
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

/** Names every field of a duplicate, which has to be looked for outside of the transaction that failed. */
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
