import { boxWidth, type Detail, rowCentre } from './box-size.ts'
import type { GraphLink, GraphTable } from './schema-graph.ts'
import type { Box } from './view.ts'

export interface Line {
  readonly link: GraphLink
  /** SVG path data. */
  readonly path: string
  /** A box that contains the line. */
  readonly box: Box
}

/** Lines from field row to field row, which leave each table on the side facing the other. */
export function drawnLines(
  links: readonly GraphLink[],
  tables: ReadonlyMap<string, GraphTable>,
  boxes: ReadonlyMap<string, Box>,
  detail: Detail,
): readonly Line[] {
  return links.flatMap((link) => {
    const [from, to, fromBox, toBox] = [
      tables.get(link.from),
      tables.get(link.to),
      boxes.get(link.from),
      boxes.get(link.to),
    ]
    if (!from || !to || !fromBox || !toBox) return []
    const [leaves, arrives] = sides(fromBox, toBox)
    const a = { x: fromBox.x + (leaves > 0 ? boxWidth : 0), y: fromBox.y + rowCentre(from, link.fromField, detail) }
    const b = { x: toBox.x + (arrives > 0 ? boxWidth : 0), y: toBox.y + rowCentre(to, link.toField, detail) }
    const reach = Math.max(40, Math.min(160, Math.abs(b.x - a.x) / 2))
    const [c, d] = [a.x + leaves * reach, b.x + arrives * reach]
    const left = Math.min(a.x, b.x, c, d)
    const top = Math.min(a.y, b.y)
    return [
      {
        link,
        path: `M${a.x} ${a.y} C${c} ${a.y} ${d} ${b.y} ${b.x} ${b.y}`,
        box: { x: left, y: top, width: Math.max(a.x, b.x, c, d) - left, height: Math.abs(b.y - a.y) + 1 },
      },
    ]
  })
}

/** 1: right, -1: left. */
function sides(from: Box, to: Box): readonly [number, number] {
  if (to.x > from.x + boxWidth) return [1, -1]
  return to.x + boxWidth < from.x ? [-1, 1] : [1, 1]
}
