import { searchFilter } from '@millwright/contract/filter/print'
import type { Rows } from '../../../instance/collections.ts'
import type { Params } from '../../../instance/transport.ts'
import type { EntryKind } from './entry-kind.ts'

/** Page size of a list of entries. */
export const entryPageSize = 100

type Listed = Pick<EntryKind<never>, 'nameField' | 'markFields'>

/** Returns the parameters that request a page of entries, sorted by name, with only the fields that the list shows. */
export function pageParams({ nameField, markFields }: Listed, filter: string, page: number): Params {
  return {
    fields: ['id', nameField, ...(markFields ?? [])].join(','),
    order: `${nameField} ASC`,
    limit: entryPageSize,
    include_count: true,
    ...(page > 1 && { offset: (page - 1) * entryPageSize }),
    ...(filter !== '' && { filter: searchFilter([nameField], filter) }),
  }
}

/** Returns the total number of entries; some servers count other records, too, so the last page overrides the count. */
export function countOf({ rows, count }: Rows<unknown>, page: number): number | null {
  const isLast = rows.length < entryPageSize && (rows.length > 0 || page === 1)
  return isLast ? (page - 1) * entryPageSize + rows.length : count
}

export function pagesOf(count: number | null): number {
  return Math.max(1, Math.ceil((count ?? 0) / entryPageSize))
}
