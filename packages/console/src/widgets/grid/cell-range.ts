/** A cell, by its displayed position in the grid. */
export interface CellPlace {
  readonly row: number
  readonly column: number
}

/** A rectangle of cells, inclusive. */
export interface CellRange {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export interface GridSize {
  readonly rows: number
  readonly columns: number
  /** Number of rows that fit into the view. */
  readonly page: number
}

export function rangeOf(one: CellPlace, other: CellPlace): CellRange {
  return {
    top: Math.min(one.row, other.row),
    bottom: Math.max(one.row, other.row),
    left: Math.min(one.column, other.column),
    right: Math.max(one.column, other.column),
  }
}

export function isOneCell({ top, bottom, left, right }: CellRange): boolean {
  return top === bottom && left === right
}

/** The cell that a key moves to; `null` for other keys. `far` is Ctrl or ⌘. */
export function cellAfterKey(key: string, from: CellPlace, size: GridSize, far: boolean): CellPlace | null {
  const { row, column } = from
  const lastRow = Math.max(0, size.rows - 1)
  const lastColumn = Math.max(0, size.columns - 1)
  switch (key) {
    case 'ArrowUp':
      return { row: far ? 0 : Math.max(0, row - 1), column }
    case 'ArrowDown':
      return { row: far ? lastRow : Math.min(lastRow, row + 1), column }
    case 'ArrowLeft':
      return { row, column: far ? 0 : Math.max(0, column - 1) }
    case 'ArrowRight':
      return { row, column: far ? lastColumn : Math.min(lastColumn, column + 1) }
    case 'PageUp':
      return { row: Math.max(0, row - size.page), column }
    case 'PageDown':
      return { row: Math.min(lastRow, row + size.page), column }
    case 'Home':
      return { row: far ? 0 : row, column: 0 }
    case 'End':
      return { row: far ? lastRow : row, column: lastColumn }
    default:
      return null
  }
}

/** The next cell along the rows for Tab; `null` at the end. */
export function cellAlong(from: CellPlace, size: GridSize, back: boolean): CellPlace | null {
  const column = from.column + (back ? -1 : 1)
  if (column >= 0 && column < size.columns) return { row: from.row, column }
  const row = from.row + (back ? -1 : 1)
  return row >= 0 && row < size.rows ? { row, column: back ? size.columns - 1 : 0 } : null
}
