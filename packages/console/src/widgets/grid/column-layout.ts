/** Positions of columns, in pixels from the left edge of the first. */
export interface ColumnLayout {
  readonly starts: readonly number[]
  readonly widths: readonly number[]
  readonly total: number
}

export interface ColumnSpan {
  readonly first: number
  /** Exclusive end. */
  readonly end: number
}

export const narrowest = 56
export const widest = 1200

export function layColumns(widths: readonly number[]): ColumnLayout {
  const starts: number[] = []
  let total = 0
  for (const width of widths) {
    starts.push(total)
    total += width
  }
  return { starts, widths, total }
}

/** Columns are rendered in groups, so that most horizontal scrolling renders nothing. */
const group = 4

/** Columns that are at least partly visible, with a few more on each side. */
export function columnsIn({ starts, total }: ColumnLayout, left: number, width: number): ColumnSpan {
  if (starts.length === 0 || left > total) return { first: 0, end: 0 }
  const first = Math.floor(Math.max(0, columnAt(starts, left) - 1) / group) * group
  const end = Math.ceil((columnAt(starts, left + width) + 2) / group) * group
  return { first, end: Math.min(starts.length, end) }
}

/** The last column that starts at or before a position, by binary search. */
function columnAt(starts: readonly number[], place: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= place) low = middle
    else high = middle - 1
  }
  return low
}

/** The horizontal scroll position that shows a column completely. */
export function leftToShow(layout: ColumnLayout, column: number, left: number, seen: number): number {
  const start = layout.starts[column] ?? 0
  const width = layout.widths[column] ?? 0
  if (start < left) return start
  return start + width > left + seen ? Math.max(0, Math.min(start, start + width - seen)) : left
}

export function clampWidth(pixels: number): number {
  return Math.max(narrowest, Math.min(widest, Math.round(pixels)))
}
