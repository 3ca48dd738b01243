import type { QueryClient } from '@tanstack/react-query'
import type { GridChoice } from '../../widgets/grid/grid-source.ts'
import { tableDescriptionQuery } from './data-queries.ts'
import { lookupSize, namingFields, recordNameOf } from './lookup-queries.ts'
import { recordOrder, searchFilter } from './record-filter.ts'
import { referredField } from './table-description.ts'
import { readRecords, type TablePlace, type WireField } from './wire-table.ts'

interface FindParts {
  readonly client: QueryClient
  /** The referenced table. */
  readonly target: TablePlace
  readonly field: WireField
  readonly text: string
  readonly signal: AbortSignal
}

/** Returns the first records of the referenced table that contain a text, each with the value that references it. */
export async function findReferred({ client, target, field, text, signal }: FindParts): Promise<readonly GridChoice[]> {
  const other = await client.fetchQuery(tableDescriptionQuery(target))
  const key = referredField(other, field)
  const naming = namingFields(other, key)
  const params = {
    limit: lookupSize,
    fields: [...new Set([key, ...naming.map(({ name }) => name)])].join(','),
    filter: searchFilter(other, text),
    order: recordOrder(other, null),
  }
  const { rows } = await readRecords(target, params, signal)
  return rows.map((record) => ({ text: String(record[key]), label: recordNameOf(naming, record) }))
}
