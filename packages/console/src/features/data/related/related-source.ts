import type { GridRecord, GridSource } from '../../../widgets/data-grid/grid-source.ts'
import { recordOrder } from '../record-filter.ts'
import { gridRows, recordSource } from '../record-source.ts'
import { keyPart } from '../table-description.ts'
import { readRecords } from '../wire-table.ts'
import { type Belonging, havingAll, sharedValues } from './belonging.ts'

/** The records that belong to a record: those of the other table with its value, or what the server embeds for a junction. */
export function relatedSource(belonging: Belonging): GridSource {
  const { relation, target, child } = belonging
  if (relation.type === 'many_many') return embeddedSource(belonging)
  const values = sharedValues(belonging)
  if (values === null) return { read: async () => [] }
  return recordSource({ place: target, table: child, filter: havingAll(values), order: recordOrder(child, null) })
}

function embeddedSource({ place, table, record, relation, child }: Belonging): GridSource {
  const filter = havingAll(keyPart(record, table.key))
  return {
    read: async (offset, limit, signal) => {
      const params = { filter, related: relation.name, limit: 1 }
      const { rows } = await readRecords(place, params, signal)
      const embedded = rows[0]?.[relation.name]
      const records: readonly GridRecord[] = Array.isArray(embedded) ? embedded : []
      return gridRows(records.slice(offset, offset + limit), child, offset)
    },
  }
}
