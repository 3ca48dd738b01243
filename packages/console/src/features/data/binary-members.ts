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
  const whole = isUndone(refusal, parts) && isAboutBinary(refusal, table) ? await wholeRecords(parts, table) : null
  if (whole === null) throw refusal
  return writeRecords({ ...parts, records: whole })
}

/** Sends records with all binary columns, as the server of their table requires; as they are if one of them is not stored any more. */
export async function writeWhole(parts: WriteParts, table: TableDescription): Promise<readonly GridRecord[]> {
  return writeRecords({ ...parts, records: (await wholeRecords(parts, table)) ?? parts.records })
}

/** `null` if the stored values of a record are unknown: nothing may be sent in their place. */
async function wholeRecords(
  { verb, place, records }: WriteParts,
  table: TableDescription,
): Promise<readonly GridRecord[] | null> {
  const names = binaryFields(table)
  const isComplete = records.every((record) => names.every((name) => name in record))
  const stored = verb === 'POST' || isComplete ? null : await storedRecords(place, table, records)
  const whole: GridRecord[] = []
  for (const record of records) {
    const known = stored?.get(recordKey(record, table.key) ?? '')
    if (stored !== null && known === undefined) return null
    whole.push({ ...Object.fromEntries(names.map((name) => [name, known?.[name] ?? null])), ...record })
  }
  return whole
}

/** Whether the rejected request stored nothing. */
function isUndone({ code }: InstanceError, { params }: WriteParts): boolean {
  return code !== batchCode || params?.rollback === true
}

/** Whether the server reported a binary field as missing. */
function isAboutBinary({ message }: InstanceError, table: TableDescription): boolean {
  const missed = /Undefined (?:array key|index):? "?(\w+)/.exec(message)?.[1]
  return missed !== undefined && binaryFields(table).includes(missed)
}

function binaryFields({ fields }: TableDescription): readonly string[] {
  return fields.filter((field) => kindOf(field) === 'binary').map(({ name }) => name)
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
