import { conditionIn } from '@millwright/connector/engine/column-checks'
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
export interface WrittenFields {
  readonly fields: WriteFields
  readonly draft: Draft
}

/** Returns the error with the API names of fields instead of column names, and with the value that was written, if it is known. */
export function withApiNames(error: unknown, table: DescribedTable, written?: WrittenFields): unknown {
  if (!(error instanceof ViolationProblem)) return error
  const { violation } = error
  const checked = concernedBy(violation, table)
  const fieldNames = checked.fields.length > 0 ? writtenOf(checked.fields, written) : violation.columns
  const fields = fieldNames.map((name) => fieldNamed(table, name))
  const columns = fieldNames.map((name, position) => fields[position]?.apiName ?? name)
  const values = fields.map((field) => (field === undefined ? null : writtenValue(field, written)))
  const known = values.filter((value) => value !== null)
  const shown = known.length < values.length || !ofValues.has(violation.kind) ? {} : { values: known.map(shownValue) }
  return new ViolationProblem({ ...violation, columns, ...shown, ...checked.told })
}

const ofValues: ReadonlySet<Violation['kind']> = new Set([
  'check',
  'partition',
  'too-long',
  'out-of-range',
  'wrong-type',
])

interface Checked {
  readonly fields: readonly DescribedField[]
  readonly told: Partial<Pick<Violation, 'constraint' | 'condition'>>
}

const noCheck: Checked = { fields: [], told: {} }

/** What the schema knows of fields that the database does not name. */
function concernedBy(violation: Violation, table: DescribedTable): Checked {
  if (violation.kind === 'check') return checkedFields(violation, table)
  if (violation.kind !== 'partition' || violation.columns.length > 0) return noCheck
  return { fields: table.fields.filter(({ partitions }) => partitions === true), told: {} }
}

/** The fields that a check is about, and what it demands. SQLite calls a check without a name by its expression, which is told once. */
function checkedFields({ constraint, columns }: Violation, { fields }: DescribedTable): Checked {
  if (constraint === null) return noCheck
  const known = fields.flatMap(({ checks = [] }) => checks)
  const check =
    known.find(({ name }) => name === constraint) ??
    known.find(({ name }) => columns.length > 0 && constraint.endsWith(`.${name}`))
  if (check === undefined) return noCheck
  const isUnnamed = constraint === check.definition
  return {
    fields: fields.filter(({ checks }) => checks?.some(({ name }) => name === check.name) === true),
    told: { condition: conditionIn(check.definition), ...(isUnnamed ? { constraint: null } : {}) },
  }
}

/** Of several fields those that were written. */
function writtenOf(fields: readonly DescribedField[], written?: WrittenFields): readonly string[] {
  const sent = fields.filter((field) => writtenValue(field, written) !== null)
  return (sent.length > 0 ? sent : fields).map(({ name }) => name)
}

/** `null`: none was written, or the database computes it. */
function writtenValue({ name }: DescribedField, written?: WrittenFields): BoundValue {
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

interface Refused extends WrittenFields {
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
