import type { GridRecord, GridRow, GridSource } from '../../widgets/grid/grid-source.ts'
import { recordKey, type TableDescription } from './table-description.ts'
import { readRecords, type TablePlace } from './wire-table.ts'

interface RecordSourceParts {
  readonly place: TablePlace
  readonly table: TableDescription
  readonly filter: string | null
  readonly order: string | null
}

/** Creates the data source of a grid for the records of a table. */
export function recordSource({ place, table, filter, order }: RecordSourceParts): GridSource {
  return {
    read: async (offset, limit, signal) => {
      const rows: GridRecord[] = []
      // A server may return fewer records than requested, with the offset at which to continue.
      for (let from = offset; rows.length < limit; ) {
        const params = { limit: limit - rows.length, offset: from, fields: '*', filter, order }
        const answer = await readRecords(place, params, signal)
        rows.push(...answer.rows)
        if (answer.rows.length === 0 || answer.next === null) break
        from += answer.rows.length
      }
      return gridRows(rows.slice(0, limit), table, offset)
    },
  }
}

/** Returns records with a unique row key: their primary key or, without one, their position. */
export function gridRows(records: readonly GridRecord[], table: TableDescription, offset: number): readonly GridRow[] {
  return records.map((record, at) => ({
    key: recordKey(record, table.key) ?? `place ${offset + at}`,
    record,
  }))
}
