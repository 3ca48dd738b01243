import { InstanceError } from '../../instance/instance-error.ts'
import type { GridRecord } from '../../widgets/grid/grid-source.ts'
import type { TableDescription } from './table-description.ts'
import { type WriteParts, writeRecords } from './wire-table.ts'

/**
 * Writes records, with a second attempt on servers that require every binary column of the table. The code for this is only loaded for
 * those servers.
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
