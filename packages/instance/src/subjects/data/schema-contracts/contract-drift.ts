import type { DriftChange, DriftSummary, TableDocument } from '@millwright/contract/wire/schema-contract'
import type { DescribedTable } from '../../../records/described-table.ts'
import { compareDocuments, driftSummary } from './compare-documents.ts'
import type { Snapshot } from './contract-store.ts'
import { documentHash, tableDocument } from './table-document.ts'

/** A locked table compared with the current table of the database. */
export interface TableDrift {
  readonly snapshot: Snapshot
  readonly locked: TableDocument
  /** `null`: the table was deleted. */
  readonly candidate: TableDocument | null
  readonly changes: readonly DriftChange[]
  readonly summary: DriftSummary
}

export const documentOf = ({ schema }: Pick<Snapshot, 'schema'>): TableDocument => JSON.parse(schema)

/** Compares a locked table with the current one. `table`: `undefined` if it was deleted. */
export function driftOf(snapshot: Snapshot, table: DescribedTable | undefined): TableDrift {
  const locked = documentOf(snapshot)
  const candidate = table === undefined ? null : tableDocument(table)
  const isSame = candidate !== null && documentHash(candidate) === snapshot.schema_hash
  const changes = isSame ? [] : compareDocuments(locked, candidate)
  return { snapshot, locked, candidate, changes, summary: driftSummary(changes) }
}

/** Compares all locked tables of a service, by name. */
export function driftsOf(active: readonly Snapshot[], tables: readonly DescribedTable[]): readonly TableDrift[] {
  const byName = new Map(tables.map((table) => [table.name, table]))
  return active
    .toSorted((one, other) => (one.table_name < other.table_name ? -1 : 1))
    .map((snapshot) => driftOf(snapshot, byName.get(snapshot.table_name)))
}

/** Members of a comparison that report whether there is drift. */
export function driftFlags({ summary }: Pick<TableDrift, 'summary'>) {
  return { has_drift: summary.total_changes > 0, has_breaking: summary.breaking_count > 0, summary }
}

/** Counts the drift of a service. */
export function driftTotals(drifts: readonly TableDrift[]) {
  const summary = driftSummary(drifts.flatMap(({ changes }) => changes))
  return {
    ...driftFlags({ summary }),
    tables_with_drift: drifts.filter((each) => each.summary.total_changes > 0).length,
    tables_with_breaking: drifts.filter((each) => each.summary.breaking_count > 0).length,
  }
}
