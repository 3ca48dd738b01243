import { acceptRecord } from './draft.ts'
import { checkRow } from './rows.ts'
import { configShapes } from './shapes/service-configs.ts'
import type { Row, Tx } from './sql-runner.ts'

/**
 * What a service of a type keeps of a sent configuration: known settings, of the right form, that name what exists. Types
 * whose settings are not declared keep everything. `stored`: null for a new service, whose defaults are filled in. Refuses
 * with 400 and the complaints by setting.
 */
export async function acceptConfig(tx: Tx, type: string, sent: Row, stored: Row | null): Promise<Row> {
  const shape = configShapes.get(type)
  if (shape === undefined) return sent
  const accepted = acceptRecord(shape, sent, { creating: stored === null, textual: false })
  const values = Object.fromEntries(accepted.map(({ column, value }) => [column.name, value]))
  await checkRow(tx, shape, { values, previous: stored })
  return values
}
