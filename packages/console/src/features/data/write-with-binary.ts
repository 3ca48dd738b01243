import { InstanceError } from '../../instance/instance-error.ts'
import type { GridRecord } from '../../widgets/data-grid/grid-source.ts'
import type { TableDescription } from './table-description.ts'
import { type WriteParts, writeRecords } from './wire-table.ts'

/**
 * Writes records, a second time on servers that cannot write one without every binary column of its table. What does that is loaded for
 * those servers alone.
 */
export async function writeWithBinary(parts: WriteParts, table: TableDescription): Promise<readonly GridRecord[]> {
  try {
    return await writeRecords(parts)
  } catch (error) {
    if (!(error instanceof InstanceError) || !error.message.includes('Undefined ')) throw error
    const { repeatWithBinary } = await import('./binary-members.ts')
    return repeatWithBinary(error, parts, table)
  }
}
