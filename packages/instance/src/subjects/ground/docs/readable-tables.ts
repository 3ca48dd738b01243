import { type AccessQuestion, decide } from '../../../access/decide.ts'
import type { Registered } from '../../../gateway/registry.ts'
import { paced } from '../../../platform/yielder.ts'
import type { DescribedTable } from '../../../records/described-table.ts'
import { wireTable } from '../../../records/wire-table.ts'
import { type ModelTable, modelTable } from '../data-model/model-table.ts'

type Reader = Pick<AccessQuestion, 'caller' | 'requestor'>

/**
 * Returns those tables of a database whose records a caller may read. Relations and references to others are left out, and those to other
 * services are only shown to full administrators.
 */
export async function readableTables(
  { caller, requestor }: Reader,
  { row }: Pick<Registered, 'row'>,
  tables: readonly DescribedTable[],
): Promise<readonly ModelTable[]> {
  const mayRead = mayReadOf({ caller, requestor }, row)
  const readable = tables.filter(({ apiName }) => mayRead(apiName))
  const names = new Map(readable.map(({ name, apiName }) => [name, apiName]))
  const find = (table: string, other: number | null) =>
    other === null || other === row.id ? (names.get(table) ?? null) : caller.sysadmin ? table : null
  const found: ModelTable[] = []
  for await (const table of paced(readable)) found.push(modelTable({ ...wireTable(table, undefined, 0) }, find))
  return found
}

/** Whether a caller may read the records of tables of a service. */
export function mayReadOf({ caller, requestor }: Reader, { name }: Registered['row']): (table: string) => boolean {
  const service = name.toLowerCase()
  return (table) => decide({ caller, requestor, verb: 'GET', service, resource: `_table/${table}` }, []).allowed
}
