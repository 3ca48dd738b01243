import type { GridSort } from '../../widgets/grid/grid-source.ts'
import { type RecordCondition, type RecordOperator, recordOperators, takesValue } from './record-filter.ts'

/** Returns the address of the records of a table. */
export function dataAddress(service: string, table?: string): string {
  return ['/data', service, ...(table === undefined ? [] : [table])].map(encodeUnlessFirst).join('/')
}

function encodeUnlessFirst(part: string, at: number): string {
  return at === 0 ? part : encodeURIComponent(part)
}

/** The query of a table's address. */
export interface DataSearch {
  /** `field:operator:value`, separated by `;`. */
  readonly filter?: string
  /** A text that the records contain. */
  readonly search?: string
  /** A field, prefixed with `-` for descending order. */
  readonly order?: string
  /** Names separated by commas; absent for the default columns. */
  readonly columns?: string
  /** The key of the open record, or `new`. */
  readonly record?: string
  /** Id of the data view by which it was opened. */
  readonly view?: string
}

export const newRowKey = 'new'

/** Keeps the valid parts of a query, which may contain anything. */
export function readDataSearch(raw: Record<string, unknown>): DataSearch {
  const text = (name: string) => {
    const value = raw[name]
    return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined
  }
  const filter = writeRecordConditions(readRecordConditions(text('filter') ?? ''))
  const search = text('search')?.slice(0, 200)
  const order = text('order')
  const columns = text('columns')
  // A key may be an empty text.
  const record = raw.record === '' ? '' : text('record')
  const view = text('view')
  return {
    ...(filter !== '' && { filter }),
    ...(search !== undefined && { search }),
    ...(order !== undefined && { order }),
    ...(columns !== undefined && { columns }),
    ...(record !== undefined && { record }),
    ...(view !== undefined && /^\d+$/.test(view) && { view }),
  }
}

export function writeRecordConditions(conditions: readonly RecordCondition[]): string {
  return conditions
    .map(({ field, operator, value }) => {
      const parts = [field, operator, ...(takesValue(operator) ? [value] : [])]
      return parts.map((part) => part.replaceAll(/[%;:]/g, encodeURIComponent)).join(':')
    })
    .join(';')
}

export function readRecordConditions(text: string): readonly RecordCondition[] {
  return text.split(';').flatMap((part) => {
    const [field = '', operator = '', value = ''] = part.split(':').map(decoded)
    if (field === '' || !isOperator(operator)) return []
    return takesValue(operator) && value === '' ? [] : [{ field, operator, value: takesValue(operator) ? value : '' }]
  })
}

export function readSort(order: string | undefined): GridSort | null {
  if (order === undefined || order === '-') return null
  return order.startsWith('-') ? { field: order.slice(1), descending: true } : { field: order, descending: false }
}

export function writeSort({ field, descending }: GridSort): string {
  return descending ? `-${field}` : field
}

/** Returns the sort after a click on a column header: ascending, descending, then the table's order. */
export function nextSort(sort: GridSort | null, field: string): GridSort | null {
  if (sort?.field !== field) return { field, descending: false }
  return sort.descending ? null : { field, descending: true }
}

function decoded(text: string): string {
  return text.replaceAll('%3A', ':').replaceAll('%3B', ';').replaceAll('%25', '%')
}

function isOperator(text: string): text is RecordOperator {
  return (recordOperators as readonly string[]).includes(text)
}
