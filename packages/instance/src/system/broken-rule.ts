import { invalid, Problem } from '@millwright/contract/problem'
import { constraintProblem } from '../store/constraint-problem.ts'
import type { Store } from '../store/store.ts'
import { dialectOf, type Key, quoted } from './dialect.ts'
import type { Shape } from './shape.ts'
import type { Row } from './sql-runner.ts'

const owners = new Set(['user_id', 'role_id', 'app_id'])

/**
 * The refusal for a write that broke a rule of the database; anything else is given back as it came. Of duplicates every
 * field is named, although the database stops at the first.
 */
export async function brokenRule(
  error: unknown,
  store: Store,
  shape: Shape,
  sent: Readonly<Row>,
  key: Key | null,
): Promise<unknown> {
  if (error instanceof Problem) return error
  const broken = constraintProblem(error)
  if (broken === null) return error
  const columns = broken.columns.filter((column, _, all) => all.length === 1 || !owners.has(column))
  switch (broken.kind) {
    case 'unique': {
      const taken = await takenColumns(store, shape, sent, key)
      const named = taken.length > 0 ? taken : columns
      return invalid(Object.fromEntries(named.map((column) => [column, [`${column} is already in use.`]])))
    }
    case 'not-null':
      return invalid(Object.fromEntries(columns.map((column) => [column, [`${column} is required.`]])))
    case 'foreign-key':
      return new Problem(409, 'The record refers to another one that is not there, or is referred to by one.')
    case 'too-long':
    case 'unstorable':
      return columns.length === 0
        ? new Problem(400, 'A value is too long or cannot be stored.')
        : invalid(Object.fromEntries(columns.map((column) => [column, [`${column} cannot be stored.`]])))
  }
}

async function takenColumns(store: Store, shape: Shape, sent: Readonly<Row>, key: Key | null): Promise<string[]> {
  const taken: string[] = []
  for (const { name, field } of shape.columns) {
    const value = sent[name]
    if (field.unique !== true || typeof value !== 'string') continue
    const sql = `SELECT ${quoted(shape.key)} AS "key" FROM ${quoted(shape.table)} WHERE ${quoted(name)} = ?`
    const found = await store.statements.first<Row>(dialectOf(store.engine).finish(sql), [value])
    if (found !== undefined && found.key !== key) taken.push(name)
  }
  return taken
}
