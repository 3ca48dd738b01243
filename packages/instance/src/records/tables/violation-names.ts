import type { Engine, Session } from '@millwright/connector/engine/engine'
import { type Violation, ViolationProblem } from '@millwright/connector/engine/problems'
import type { BoundValue } from '@millwright/connector/engine/statement'
import { fieldProblem, shownValue } from '@millwright/connector/engine/values/field-problem'
import { Problem } from '@millwright/contract/problem'
import type { DescribedField, DescribedTable, SchemaReader } from '../described-table.ts'
import { SqlText } from '../sql-text.ts'
import { addWhere, amongCondition } from '../where.ts'
import { comparedField } from './described-model.ts'
import type { Draft } from './draft.ts'
import { SqlConstant } from './sql-constant.ts'
import type { WriteFields } from './write-fields.ts'

/** What was written, by field. */
export interface Written {
  readonly fields: WriteFields
  readonly draft: Draft
}

/** Returns the error with the API names of fields instead of column names, and with the value that was written, if it is known. */
export function withApiNames(error: unknown, table: DescribedTable, written?: Written): unknown {
  if (!(error instanceof ViolationProblem)) return error
  const { violation } = error
  const told = violation.columns.length > 0 ? violation.columns : checkedColumns(violation, table, written)
  const fields = told.map((name) => fieldNamed(table, name))
  const columns = told.map((name, position) => fields[position]?.apiName ?? name)
  const [only] = fields
  const value = fields.length === 1 && only !== undefined ? writtenValue(only, written) : null
  const shown = value === null || !ofOneValue.has(violation.kind) ? {} : { value: shownValue(value) }
  return new ViolationProblem({ ...violation, columns, ...shown })
}

const ofOneValue: ReadonlySet<Violation['kind']> = new Set([
  'check',
  'partition',
  'too-long',
  'out-of-range',
  'wrong-type',
])

/** The columns that a check is about, for databases that name the check only; of several those that were written. */
function checkedColumns({ kind, constraint }: Violation, table: DescribedTable, written?: Written): readonly string[] {
  if (kind !== 'check' || constraint === null) return []
  const checked = table.fields.filter(({ checks }) => checks?.includes(constraint) === true)
  const sent = checked.filter((field) => writtenValue(field, written) !== null)
  return (sent.length > 0 ? sent : checked).map(({ name }) => name)
}

/** `null`: none was written, or the database computes it. */
function writtenValue({ name }: DescribedField, written?: Written): BoundValue {
  const field = written?.fields.all.find((each) => each.field.name === name)
  const slot = field === undefined ? undefined : written?.draft.slots[field.index]
  return slot === undefined || slot instanceof SqlConstant ? null : slot
}

function fieldNamed(table: DescribedTable, name: string): DescribedField | undefined {
  const folded = name.toLowerCase()
  return (
    table.fields.find((field) => field.name === name) ??
    table.fields.find((field) => field.name.toLowerCase() === folded)
  )
}

interface Refused extends Written {
  readonly engine: Engine
  readonly schema: SchemaReader
  readonly session: Session
}

/** Finds the broken reference among the record's references, for databases that do not report it. */
export async function withBrokenReference(error: unknown, refused: Refused): Promise<unknown> {
  if (!(error instanceof ViolationProblem) || !isUnnamedReference(error.violation)) return error
  for (const { field, index } of refused.fields.all) {
    const value = refused.draft.slots[index]
    if (value === undefined || value === null || value instanceof SqlConstant) continue
    if (field.refTable === null || field.refField === null) continue
    try {
      const target = await refused.schema.table(field.refTable)
      const key = fieldNamed(target, field.refField)
      if (key === undefined) continue
      const { dialect } = refused.engine
      const into = new SqlText(dialect).add(`SELECT 1 AS ${dialect.quote('found')} FROM ${dialect.table(target.table)}`)
      addWhere(into, [amongCondition(dialect, comparedField(refused.engine, key), [value])])
      const { rows } = await refused.session.run(into.statement())
      if (rows.length > 0) continue
      return fieldProblem(field, `refers to a record of '${target.apiName}' that does not exist.`)
    } catch (found) {
      if (!(found instanceof Problem)) throw found
      return error
    }
  }
  return error
}

function isUnnamedReference({ kind, columns }: Violation): boolean {
  return (kind === 'foreign-key' || kind === 'missing-reference') && columns.length === 0
}

/** A deletion can only violate a reference to the deleted record. */
export function ofDeletion(error: unknown): unknown {
  if (!(error instanceof ViolationProblem) || error.violation.kind !== 'foreign-key') return error
  return new ViolationProblem({ ...error.violation, kind: 'still-referenced' })
}
