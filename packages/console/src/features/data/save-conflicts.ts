import type { RowDraft } from '../../widgets/data-grid/drafts.ts'
import type { GridRecord, GridRow } from '../../widgets/data-grid/grid-source.ts'
import { printValue } from './field-values.ts'
import { equals } from './record-filter.ts'
import { recordKey, type TableDescription } from './table-description.ts'
import { readRecords, type TablePlace } from './wire-table.ts'

/** Records that are asked for in one request, as addresses have an end. */
const atOnce = 50

/** What was said about rows, by key and field; the field `''` is the row as a whole. */
export type Refusals = ReadonlyMap<string, ReadonlyMap<string, string>>

export interface Conflicts {
  readonly refusals: Refusals
  /** The records with conflicts as they are stored now. */
  readonly present: ReadonlyMap<string, GridRow>
}

/**
 * Cells that were changed here, and by somebody else since they were read; and records that are gone. Cells that only the other
 * changed are no conflict, as only changes are sent.
 */
export async function findConflicts(
  place: TablePlace,
  table: TableDescription,
  drafts: readonly RowDraft[],
): Promise<Conflicts> {
  const refusals = new Map<string, ReadonlyMap<string, string>>()
  const present = new Map<string, GridRow>()
  for (let from = 0; from < drafts.length; from += atOnce) {
    const some = drafts.slice(from, from + atOnce)
    const stored = await readByKey(place, table, some)
    for (const draft of some) {
      const record = stored.get(draft.key)
      const cells = record ? conflictingCells(table, draft, record) : gone
      if (cells.size === 0) continue
      refusals.set(draft.key, cells)
      if (record) present.set(draft.key, { key: draft.key, record })
    }
  }
  return { refusals, present }
}

const gone: ReadonlyMap<string, string> = new Map([['', 'Somebody deleted this record in the meantime.']])

async function readByKey(place: TablePlace, table: TableDescription, drafts: readonly RowDraft[]) {
  const conditions = drafts.map(({ base }) => {
    const parts = table.key.map((field) => equals(field, base[field]))
    return parts.length > 1 ? parts.map((part) => `(${part})`).join(' AND ') : (parts[0] ?? '')
  })
  const filter = conditions.length > 1 ? conditions.map((one) => `(${one})`).join(' OR ') : (conditions[0] ?? null)
  const { rows } = await readRecords(place, { filter, fields: '*', limit: drafts.length })
  return new Map(rows.map((record) => [recordKey(record, table.key) ?? '', record]))
}

function conflictingCells(table: TableDescription, { base, changes }: RowDraft, record: GridRecord) {
  const cells = new Map<string, string>()
  for (const [name, { value }] of changes) {
    const field = table.fields.find((one) => one.name === name)
    const print = (one: unknown) =>
      one === null || one === undefined ? null : field ? printValue(field, one) : String(one)
    const now = print(record[name])
    if (now === print(base[name]) || now === print(value)) continue
    cells.set(name, `Somebody else changed this to ${now === null ? 'NULL' : `“${now}”`}. Save again to keep yours.`)
  }
  return cells
}
