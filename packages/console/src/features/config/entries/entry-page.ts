import { searchFilter } from '@millwright/contract/filter/search'
import type { Params } from '../../../instance/transport.ts'
import type { EntryKind } from './entry-kind.ts'

/** Entries in one page of a list. */
export const entryPageSize = 100

type Listed = Pick<EntryKind<never>, 'nameField' | 'markFields'>

/** How a page of entries is asked for, in the order of their names; only what the list shows of them. */
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

export function pagesOf(count: number | null): number {
  return Math.max(1, Math.ceil((count ?? 0) / entryPageSize))
}
