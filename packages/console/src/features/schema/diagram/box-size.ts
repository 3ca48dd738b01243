import type { GraphTable } from './schema-graph.ts'

/** Pixels at zoom 1. */
export const boxWidth = 220
export const headHeight = 34
export const rowHeight = 22
/** Maximum number of fields drawn per table; the rest are counted. */
const maxRows = 14

/** Whether tables are drawn with their fields or with names only. */
export type Detail = 'fields' | 'names'

export function shownFields(table: GraphTable) {
  return table.fields.length > maxRows ? table.fields.slice(0, maxRows - 1) : table.fields
}

export function boxHeight(table: GraphTable, detail: Detail): number {
  return headHeight + (detail === 'names' ? 6 : Math.min(Math.max(table.fields.length, 1), maxRows) * rowHeight + 6)
}

/** Vertical position of a line's end at a table, in pixels from the top: the row of its field, or the header if that row is not drawn. */
export function rowCentre(table: GraphTable, field: string, detail: Detail): number {
  const at = detail === 'names' ? -1 : shownFields(table).findIndex(({ name }) => name === field.split(',')[0]?.trim())
  return at < 0 ? headHeight / 2 : headHeight + at * rowHeight + rowHeight / 2
}
