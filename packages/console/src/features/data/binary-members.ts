import { batchCode } from '@millwright/contract/problem'
import type { InstanceError } from '../../instance/instance-error.ts'
import { isOneOf } from '../../instance/value-filter.ts'
import type { GridRecord } from '../../widgets/grid/grid-source.ts'
import { kindOf } from './field-kind.ts'
import { recordKey, type TableDescription } from './table-description.ts'
import { readRecords, type TablePlace, type WriteParts, writeRecords } from './wire-table.ts'

/**
 * Sends rejected records again with the stored values of the table's binary columns, or empty ones for new records; rethrows an error that
 * is about anything else.
 */
export async function repeatWithBinary(
  refusal: InstanceError,
  parts: WriteParts,
  table: TableDescription,
): Promise<readonly GridRecord[]> {
  const names = isUndone(refusal, parts) ? missedBinary(refusal, table) : []
  if (names.length === 0) throw refusal
  const { verb, place, records } = parts
  const stored = verb === 'POST' ? null : await storedRecords(place, table, records)
  const whole = records.map((record) => {
    const known = stored?.get(recordKey(record, table.key) ?? '')
    // If the stored values are unknown, nothing may be sent in their place.
    if (stored !== null && known === undefined) throw refusal
    return { ...Object.fromEntries(names.map((name) => [name, known?.[name] ?? null])), ...record }
  })
  return writeRecords({ ...parts, records: whole })
}

/** Whether the rejected request stored nothing. */
function isUndone({ code }: InstanceError, { params }: WriteParts): boolean {
  return code !== batchCode || params?.rollback === true
}

/** Returns all binary fields if the server reported one of them as missing. */
function missedBinary({ message }: InstanceError, { fields }: TableDescription): readonly string[] {
  const missed = /Undefined (?:array key|index):? "?(\w+)/.exec(message)?.[1]
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
