import type { BoundValue } from '@millwright/connector/engine/statement'
import type { WriteValue } from '../engines/values/value-writer.ts'
import type { ComparedField } from './filter-sql.ts'
import type { ReadPlan } from './read-plan.ts'
import type { RowSource } from './record-reader.ts'
import type { FoundRow } from './related-rows.ts'
import type { SqlText } from './sql-text.ts'
import type { TableModel } from './table-model.ts'
import { addWhere, amongCondition } from './where.ts'

/** A junction table that links records of one table to values of another. */
export interface Link {
  readonly junction: Pick<TableModel, 'target' | 'rows'>
  /** Its two columns, as SQL. */
  readonly nearColumn: string
  readonly farColumn: string
  /** The junction's field that refers to the table being read. */
  readonly near: ComparedField
  /** Converts its values for the wire. */
  readonly write: WriteValue
  /** The column of the related table that `far` refers to. */
  readonly column: string
}

/** Aliases that no column has, since selected columns are not qualified. */
const nearName = 'millwright link near'
const farName = 'millwright link far'

/** Reads related records through a junction in one statement, each once per value. */
export async function readLinked<Context>(
  source: RowSource,
  plan: ReadPlan<Context>,
  { junction, nearColumn, farColumn, near, write, column }: Link,
  values: readonly BoundValue[],
  limit: number,
  context: Context,
): Promise<FoundRow[]> {
  const { selection, model } = plan
  const { quote } = model.dialect
  const join = (into: SqlText) => {
    into.add(` JOIN (SELECT DISTINCT ${nearColumn} AS ${quote(nearName)}, ${farColumn} AS ${quote(farName)}`)
    into.add(` FROM ${junction.target}`)
    addWhere(into, [amongCondition(model.dialect, near, values), junction.rows])
    into.add(`) ${quote('millwright link')} ON ${quote(farName)} = ${model.target}.${column}`)
  }
  const { rows } = await source.run(plan.joined(`, ${quote(nearName)}`, join, limit))
  selection.write(rows, context)
  return rows.map((row): FoundRow => [String(write(row[nearName])), plan.pick(row)])
}
