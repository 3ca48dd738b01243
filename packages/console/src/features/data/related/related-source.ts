import type { GridRecord, GridSource } from '../../widgets/data-grid/grid-source.ts'
import { equals, recordOrder } from './record-filter.ts'
import { gridRows, recordSource } from './record-source.ts'
import { keyPart, type TableDescription } from './table-description.ts'
import { readRecords, type TablePlace, type WireRelation } from './wire-table.ts'

interface RelatedParts {
  readonly place: TablePlace
  readonly table: TableDescription
  readonly record: GridRecord
  readonly relation: WireRelation
  readonly target: TablePlace
  readonly child: TableDescription
}

/** The records that belong to a record: those of the other table with its value, or what the server embeds for a junction. */
export function relatedSource({ place, table, record, relation, target, child }: RelatedParts): GridSource {
  if (relation.type === 'many_many') return embeddedSource({ place, table, record, relation, child })
  const value = record[relation.field ?? '']
  if (value === null || value === undefined) return { read: async () => [] }
  const filter = equals(relation.ref_field ?? '', value)
  return recordSource({ place: target, table: child, filter, order: recordOrder(child, null) })
}

function embeddedSource({ place, table, record, relation, child }: Omit<RelatedParts, 'target'>): GridSource {
  const conditions = Object.entries(keyPart(record, table.key)).map(([field, value]) => `(${equals(field, value)})`)
  return {
    read: async (offset, limit, signal) => {
      const params = { filter: conditions.join(' AND '), related: relation.name, limit: 1 }
      const { rows } = await readRecords(place, params, signal)
      const embedded = rows[0]?.[relation.name]
      const records: readonly GridRecord[] = Array.isArray(embedded) ? embedded : []
      return gridRows(records.slice(offset, offset + limit), child, offset)
    },
  }
}
