import { changeSetParameter } from '@millwright/contract/records/data-history'
import { InstanceError } from '../../instance/instance-error.ts'
import type { Params } from '../../instance/transport.ts'
import type { GridRecord } from '../../widgets/grid/grid-source.ts'
import type { TableDescription } from './table-description.ts'
import { type WriteParts, writeRecords } from './wire-table.ts'

/** Tables whose server has required every binary column once, so that further records are sent with them at once. */
const demanding = new Set<string>()

/**
 * Writes records; on servers that require every binary column of the table, with all of them, from the second attempt on. The code for
 * this is only loaded for those servers.
 */
export async function writeWithBinary(parts: WriteParts, table: TableDescription): Promise<readonly GridRecord[]> {
  const { service, table: name } = parts.place
  const id = `${service}/${name}`
  if (demanding.has(id)) {
    const { writeWhole } = await import('./binary-members.ts')
    return writeWhole(parts, table)
  }
  try {
    return await writeRecords(parts)
  } catch (error) {
    if (!(error instanceof InstanceError) || !error.message.includes('Undefined ')) throw error
    const { repeatWithBinary } = await import('./binary-members.ts')
    const written = await repeatWithBinary(error, parts, table)
    demanding.add(id)
    return written
  }
}

/** Marks the requests of one import, or of one save of the grid, as belonging together; servers without data history ignore it. */
export function changeSet(origin: 'grid' | 'import'): Params {
  const id = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0'))
  return { [changeSetParameter]: `${origin}:${id.join('')}` }
}
