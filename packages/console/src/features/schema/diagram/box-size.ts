import type { GraphTable } from './schema-graph.ts'

/** Pixels at the size in which everything is drawn as it is. */
export const boxWidth = 220
export const headHeight = 34
export const rowHeight = 22
/** Fields that are drawn of a table; the others are counted. */
const mostRows = 14

/** What of every table is drawn: its fields too, or its name alone. */
export type Detail = 'fields' | 'names'

export function shownFields(table: GraphTable) {
  return table.fields.length > mostRows ? table.fields.slice(0, mostRows - 1) : table.fields
}

export function boxHeight(table: GraphTable, detail: Detail): number {
  return headHeight + (detail === 'names' ? 6 : Math.min(Math.max(table.fields.length, 1), mostRows) * rowHeight + 6)
}

/** Where a line ends at a table: at the row of its field, at the head where that is not drawn. Pixels from the top. */
export function rowCentre(table: GraphTable, field: string, detail: Detail): number {
  const at = detail === 'names' ? -1 : shownFields(table).findIndex(({ name }) => name === field.split(',')[0]?.trim())
  return at < 0 ? headHeight / 2 : headHeight + at * rowHeight + rowHeight / 2
}
