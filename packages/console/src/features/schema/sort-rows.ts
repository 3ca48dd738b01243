export interface Sorting {
  readonly column: string
  readonly descending: boolean
}

interface SortedColumn<T> {
  readonly id: string
  readonly text: (row: T) => string
}

/** Rows by what a column says of them, numbers in names as numbers; rows of which it says the same stay in their order. */
export function sortedRows<T>(
  rows: readonly T[],
  columns: readonly SortedColumn<T>[],
  { column, descending }: Sorting,
) {
  const text = columns.find(({ id }) => id === column)?.text
  if (!text) return rows
  const turn = descending ? -1 : 1
  return [...rows].sort((a, b) => turn * text(a).localeCompare(text(b), undefined, { numeric: true }))
}
