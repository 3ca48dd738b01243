import type { ClockWord, Dialect } from '@millwright/connector/engine/engine'
import { fieldProblem } from '@millwright/connector/engine/values/field-problem'
import { valueFamily } from '@millwright/connector/engine/values/value-family'
import type { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { DescribedField } from '../described-table.ts'

/** SQL from our own code in place of a value. */
export class SqlConstant {
  readonly sql: string

  constructor(sql: string) {
    this.sql = sql
  }
}

export const now = new SqlConstant('CURRENT_TIMESTAMP')

/**
 * Evaluates `{"expression":"…"}`: one of a few constants of the database's clock, or a plain value. Returns `undefined` for anything
 * else and for JSON fields, where it is data. Throws 400 for any other expression, as SQL from clients is never run.
 */
export function readExpression(
  { clock }: Dialect,
  field: DescribedField,
  sent: unknown,
): SqlConstant | null | boolean | undefined {
  if (!isRecord(sent) || !Object.hasOwn(sent, 'expression') || Object.keys(sent).length !== 1) return undefined
  if (valueFamily(field) === 'json') return undefined
  const word = String(sent.expression)
    .trim()
    .toUpperCase()
    .replace(/\s*\(\s*\)$/, '')
  if (word === 'NULL') return null
  if (word === 'TRUE' || word === 'FALSE') return word === 'TRUE'
  const name = Object.hasOwn(names, word) ? names[word] : undefined
  if (name === undefined) throw notConstant(field)
  return new SqlConstant(clock[name])
}

function notConstant(field: DescribedField): Problem {
  const known = ['NULL', 'TRUE', 'FALSE', ...Object.keys(names)].join(', ')
  return fieldProblem(field, `can only have these expressions: ${known}.`)
}

const names: Readonly<Record<string, ClockWord>> = {
  CURRENT_TIMESTAMP: 'CURRENT_TIMESTAMP',
  NOW: 'CURRENT_TIMESTAMP',
  GETDATE: 'CURRENT_TIMESTAMP',
  CURRENT_DATE: 'CURRENT_DATE',
  CURDATE: 'CURRENT_DATE',
  CURRENT_TIME: 'CURRENT_TIME',
  CURTIME: 'CURRENT_TIME',
  LOCALTIMESTAMP: 'LOCALTIMESTAMP',
  UTC_TIMESTAMP: 'UTC_TIMESTAMP',
  GETUTCDATE: 'UTC_TIMESTAMP',
}
