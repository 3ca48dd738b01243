import type { DataViewDraft, DataViewRecord } from '@millwright/contract/records/data-view'
import type { ListAnswer } from '@millwright/contract/wire/list'
import { queryOptions } from '@tanstack/react-query'
import { send } from '../../../instance/send.ts'
import { type DataSearch, readConditions, readSort, writeConditions, writeSort } from '../data-search.ts'
import type { TablePlace } from '../wire-table.ts'

export const viewCollection = 'system/data_view'

/** The data views of a table that the person may see: their own, and shared ones. */
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

/** Returns the query of a table's address that shows a view. */
export function searchOf({ id, filter, fields, order }: DataViewRecord): DataSearch {
  const conditions = Array.isArray(filter) ? filter : []
  // Other clients may use operators that this console cannot show.
  const known = writeConditions(readConditions(writeConditions(conditions)))
  const sort = readOrder(order)
  return {
    ...(known !== '' && { filter: known }),
    ...(sort !== undefined && { order: sort }),
    ...(Array.isArray(fields) && fields.length > 0 && { columns: fields.join(',') }),
    view: String(id),
  }
}

/** Returns the parts of an address that a view stores. */
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

/** Whether the address differs from the view that it was opened by. */
export function isChanged(view: DataViewRecord, search: DataSearch): boolean {
  const own = searchOf(view)
  const names = (columns: string | undefined) => columns?.split(',').toSorted().join()
  return own.filter !== search.filter || own.order !== search.order || names(own.columns) !== names(search.columns)
}

/** Converts the first field of an API order to the format of the address. */
function readOrder(order: string | null): string | undefined {
  const [, field, direction = ''] = /^\s*([^,]+?)(?:\s+(asc|desc))?\s*(?:,|$)/i.exec(order ?? '') ?? []
  return field === undefined ? undefined : writeSort({ field, descending: direction.toLowerCase() === 'desc' })
}
