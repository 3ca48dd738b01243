import type { BoundValue } from '../engines/statement.ts'
import type { WriteValue } from '../engines/values/value-writer.ts'
import type { ComparedField } from './filter-sql.ts'
import type { ReadPlan } from './read-plan.ts'
import type { RowSource } from './record-reader.ts'
import type { FoundRow } from './related-rows.ts'
import type { SqlText } from './sql-text.ts'
import type { TableModel } from './table-model.ts'
import { addWhere, amongCondition } from './where.ts'

/** How records of one table are linked to values of another by the rows of a third. */
export interface Link {
  readonly junction: Pick<TableModel, 'target' | 'rows'>
  /** Its two columns, as statements name them. */
  readonly nearColumn: string
  readonly farColumn: string
  /** The junction's field for the table that is read. */
  readonly near: ComparedField
  /** How its values are answered. */
  readonly write: WriteValue
  /** The column of the related table that `far` leads to. */
  readonly column: string
}

/** Names that no column has, as the selected columns come without their table. */
const nearName = 'millwright link near'
const farName = 'millwright link far'

/** A page of related records through a junction, each once for each value; in one statement. */
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
