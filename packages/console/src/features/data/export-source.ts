import { equals } from '../../instance/value-filter.ts'
import type { GridRecord } from '../../widgets/grid/grid-source.ts'
import type { ExportScope, ExportSource } from '../../widgets/transfer/export/export-source.ts'
import { dataMessages } from './messages.ts'
import type { TableDescription } from './table-description.ts'
import { readRecords, type TablePlace } from './wire-table.ts'

interface SourceParts {
  readonly place: TablePlace
  readonly table: TableDescription
  readonly filter: string | null
  readonly order: string | null
  /** Fields shown in the grid. */
  readonly chosen: readonly string[]
  /** Number of matching records; `null` while it is unknown. */
  readonly count: number | null
}

/** Returns the records of a table as a source for exports. */
export function tableSource({ place, table, filter, order, chosen, count }: SourceParts): ExportSource<GridRecord> {
  const scope = (value: 'all' | 'matching', label: string, scopeFilter: string | null): ExportScope<GridRecord> => ({
    value,
    label,
    count: scopeFilter === filter ? count : null,
    pages: (fields, signal) => recordPages({ place, table, filter: scopeFilter, order, fields, signal }),
  })
  const all = scope('all', dataMessages.allRecords, null)
  return {
    title: dataMessages.export({ plural: table.plural }),
    module: dataMessages.module,
    fileName: place.table,
    one: dataMessages.oneRecord,
    many: dataMessages.manyRecords,
    scopes: filter === null ? [all] : [scope('matching', dataMessages.matchingRecords, filter), all],
    fields: table.fields.map(({ name }) => name),
    shown: { fields: chosen },
  }
}

/** Number of records per request; a server may return fewer. */
const pageSize = 1000

interface PagesParts {
  readonly place: TablePlace
  readonly table: TableDescription
  readonly filter: string | null
  readonly order: string | null
  /** `null` for all. */
  readonly fields: readonly string[] | null
  readonly signal: AbortSignal
}

/**
 * Yields all records, page by page. With a key of one field, each page starts after the last key, so that the last page costs as much as
 * the first, and records that are added or deleted meanwhile shift nothing.
 */
async function* recordPages(parts: PagesParts): AsyncGenerator<readonly GridRecord[]> {
  const { place, table, filter, order, fields, signal } = parts
  const [key] = table.key.length === 1 && order === `${table.key[0]} ASC` ? table.key : []
  const wanted = fields && key !== undefined && !fields.includes(key) ? [...fields, key] : fields
  let offset = 0
  let after: string | null = null
  for (;;) {
    const clauses = [filter, after].filter((part) => part !== null)
    const params = {
      limit: pageSize,
      offset: after === null ? offset : 0,
      fields: wanted?.join(',') ?? '*',
      filter: clauses.length > 1 ? clauses.map((part) => `(${part})`).join(' AND ') : (clauses[0] ?? null),
      order,
    }
    const { rows, next } = await readRecords(place, params, signal)
    if (rows.length > 0) yield rows
    if (rows.length === 0 || (rows.length < pageSize && next === null)) return
    offset += rows.length
    const last: unknown = key === undefined ? null : rows.at(-1)?.[key]
    if (key !== undefined && last !== null && last !== undefined) after = equals(key, last).replace(' = ', ' > ')
  }
}
