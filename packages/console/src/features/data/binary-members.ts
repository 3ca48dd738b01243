import { batchCode } from '@millwright/contract/problem'
import { InstanceError } from '../../instance/instance-error.ts'
import type { GridRecord } from '../../widgets/data-grid/grid-source.ts'
import { kindOf } from './field-kind.ts'
import { isOneOf } from './record-filter.ts'
import { recordKey, type TableDescription } from './table-description.ts'
import { readRecords, type TablePlace, type WriteParts, writeRecords } from './wire-table.ts'

/**
 * Writes records. Some servers cannot write one without every binary column of its table: on that refusal the records are sent
 * again with these as they are stored, empty in new ones.
 */
export async function writeWithBinary(parts: WriteParts, table: TableDescription): Promise<readonly GridRecord[]> {
  try {
    return await writeRecords(parts)
  } catch (error) {
    const names = isUndone(error, parts) ? missedBinary(error, table) : []
    if (names.length === 0) throw error
    const { verb, place, records } = parts
    const stored = verb === 'POST' ? null : await storedRecords(place, table, records)
    const whole = records.map((record) => {
      const known = stored?.get(recordKey(record, table.key) ?? '')
      // Without what is stored, nothing may be sent in its place.
      if (stored !== null && known === undefined) throw error
      return { ...Object.fromEntries(names.map((name) => [name, known?.[name] ?? null])), ...record }
    })
    return writeRecords({ ...parts, records: whole })
  }
}

/** Whether nothing was stored by the refused call. */
function isUndone(error: unknown, { params }: WriteParts): boolean {
  return error instanceof InstanceError && (error.code !== batchCode || params?.rollback === true)
}

/** All binary fields, where a server missed one of them. */
function missedBinary(error: unknown, { fields }: TableDescription): readonly string[] {
  if (!(error instanceof InstanceError)) return []
  const missed = /Undefined (?:array key|index):? "?(\w+)/.exec(error.message)?.[1]
  const binary = fields.filter((field) => kindOf(field) === 'binary').map(({ name }) => name)
  return missed !== undefined && binary.includes(missed) ? binary : []
}

async function storedRecords(
  place: TablePlace,
  table: TableDescription,
  records: readonly GridRecord[],
): Promise<ReadonlyMap<string, GridRecord>> {
  const keys = records.map((record) => table.key.map((name) => record[name]))
  const filter = isOneOf(table.key, keys)
  const { rows } = await readRecords(place, { filter, fields: '*', limit: records.length })
  return new Map(rows.map((record) => [recordKey(record, table.key) ?? '', record]))
}
