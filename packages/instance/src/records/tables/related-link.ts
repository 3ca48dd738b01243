import { rowPicker } from '../../engines/row-shape.ts'
import type { BoundValue, DatabaseRow, Statement } from '../../engines/statement.ts'
import { valueWriter } from '../../engines/values/value-writer.ts'
import type { DescribedField } from '../described-table.ts'
import type { PermittedTable } from '../permitted-table.ts'
import type { SqlText } from '../sql-text.ts'
import type { ReadPlan } from './read-plan.ts'
import { addWhere, amongCondition, rowCondition } from './where.ts'

/** How records of one table are linked to values of another by the rows of a third. */
export interface Link {
  readonly junction: PermittedTable
  /** The junction's field for the table that is read. */
  readonly near: DescribedField
  /** The junction's field for the related table. */
  readonly far: DescribedField
  readonly refField: DescribedField
  /** Values of `near`. */
  readonly bound: readonly BoundValue[]
  readonly limit: number
}

export interface LinkedStatement extends Statement {
  /** The value that leads to a row, as the wire writes it. */
  nearValue(row: DatabaseRow): string
  answered(rows: readonly DatabaseRow[]): DatabaseRow[]
}

/** Names that no column has, as the selected columns come without their table. */
const nearName = 'millwright link near'
const farName = 'millwright link far'

/** A page of related records through a junction, each once for each value; in one statement. */
export function linkedStatement(
  plan: ReadPlan,
  { junction, near, far, refField, bound, limit }: Link,
): LinkedStatement {
  const { engine, selection } = plan
  const { quote, table } = engine.dialect
  const link = (into: SqlText) => {
    into.add(
      ` JOIN (SELECT DISTINCT ${quote(near.name)} AS ${quote(nearName)}, ${quote(far.name)} AS ${quote(farName)}`,
    )
    into.add(` FROM ${table(junction.table.table)}`)
    addWhere(into, [amongCondition(engine, near, bound), rowCondition(engine, junction)])
    into.add(
      `) AS ${quote('millwright link')} ON ${quote(farName)} = ${table(plan.table.table)}.${quote(refField.name)}`,
    )
  }
  const linked = plan.joined(`, ${quote(nearName)}`, link, limit)
  const write = valueWriter(near)
  const pick = rowPicker(selection.names)
  return { ...linked, nearValue: (row) => String(write(row[nearName])), answered: (rows) => rows.map(pick) }
}
