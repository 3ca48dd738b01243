import type { DataViewDraft, DataViewRecord } from '@millwright/contract/records/data-view'
import type { ListAnswer } from '@millwright/contract/wire/list'
import { queryOptions } from '@tanstack/react-query'
import { send } from '../../../instance/send.ts'
import { type DataSearch, readConditions, readSort, writeConditions, writeSort } from '../data-search.ts'
import type { TablePlace } from '../wire-table.ts'

export const viewCollection = 'system/data_view'

/** The saved queries of a table that somebody may see: their own, and those that are shared. */
export function viewsQuery({ service, table }: TablePlace) {
  return queryOptions({
    queryKey: ['data', service, 'views', table] as const,
    queryFn: async ({ signal }): Promise<readonly DataViewRecord[]> => {
      const params = { service, table, order: 'name' }
      const { data } = await send<ListAnswer<DataViewRecord>>({ verb: 'GET', path: viewCollection, params, signal })
      return data.resource
    },
    staleTime: 60_000,
    retry: false,
  })
}

/** What the address says of a table that a view shows. */
export function searchOf({ id, filter, fields, order }: DataViewRecord): DataSearch {
  const conditions = Array.isArray(filter) ? filter : []
  // Other clients may have operators of their own, which this one cannot show.
  const known = writeConditions(readConditions(writeConditions(conditions)))
  const sort = readOrder(order)
  return {
    ...(known !== '' && { filter: known }),
    ...(sort !== undefined && { order: sort }),
    ...(Array.isArray(fields) && fields.length > 0 && { columns: fields.join(',') }),
    view: String(id),
  }
}

/** What of an address a view keeps. */
export function queryOf({ filter, order, columns }: DataSearch): Pick<DataViewDraft, 'filter' | 'fields' | 'order'> {
  const conditions = readConditions(filter ?? '')
  const sort = readSort(order)
  const names = columns?.split(',').filter(Boolean) ?? []
  return {
    filter: conditions.length > 0 ? conditions : null,
    fields: names.length > 0 ? names : null,
    order: sort === null ? null : `${sort.field} ${sort.descending ? 'DESC' : 'ASC'}`,
  }
}

/** Whether an address asks for something else than the view that it was opened by. */
export function isChanged(view: DataViewRecord, search: DataSearch): boolean {
  const own = searchOf(view)
  const names = (columns: string | undefined) => columns?.split(',').toSorted().join()
  return own.filter !== search.filter || own.order !== search.order || names(own.columns) !== names(search.columns)
}

/** The first field of an order as the wire has it, as the address writes it. */
function readOrder(order: string | null): string | undefined {
  const [, field, direction = ''] = /^\s*([^,]+?)(?:\s+(asc|desc))?\s*(?:,|$)/i.exec(order ?? '') ?? []
  return field === undefined ? undefined : writeSort({ field, descending: direction.toLowerCase() === 'desc' })
}
