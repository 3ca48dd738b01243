import { memo } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import styles from './diagram.module.css'
import { boxWidth, type DiagramDetail, type GraphLink, type GraphTable, rowCentre } from './schema-graph.ts'
import type { Box } from './view.ts'

interface LineLayerProps {
  lines: readonly Line[]
  /** The table whose lines are highlighted. */
  lit: string | null
  /** Omits the marks at the ends of lines, which would be too small to see. */
  plain: boolean
}

/** The lines between tables. A crow's foot marks the end with many rows. */
export const LineLayer = memo(function LineLayer({ lines, lit, plain }: LineLayerProps) {
  return (
    <svg className={styles.lines} aria-hidden="true" focusable="false">
      <defs>
        <marker
          id="line-many"
          viewBox="0 0 12 12"
          refX="0"
          refY="6"
          markerWidth="12"
          markerHeight="12"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path d="M0 1 L10 6 L0 11 M0 6 L10 6" className={styles.lineEnd} />
        </marker>
        <marker
          id="line-one"
          viewBox="0 0 12 12"
          refX="6"
          refY="6"
          markerWidth="12"
          markerHeight="12"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path d="M3 2 L3 10" className={styles.lineEnd} />
        </marker>
      </defs>
      {lines.map(({ link, path }) => (
        <path
          key={link.id}
          d={path}
          className={classNames(
            styles.line,
            link.virtual && styles.virtual,
            lit !== null && (link.from === lit || link.to === lit) && styles.lit,
          )}
          markerStart={plain ? undefined : `url(#line-${link.single ? 'one' : 'many'})`}
          markerEnd={plain ? undefined : 'url(#line-one)'}
        />
      ))}
    </svg>
  )
})

interface Line {
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
  detail: DiagramDetail,
): readonly Line[] {
  return links.flatMap((link) => {
    const from = tables.get(link.from)
    const to = tables.get(link.to)
    const fromBox = boxes.get(link.from)
    const toBox = boxes.get(link.to)
    if (!from || !to || !fromBox || !toBox) return []
    const [leaves, arrives] = sides(fromBox, toBox)
    const a = { x: fromBox.x + (leaves > 0 ? boxWidth : 0), y: fromBox.y + rowCentre(from, link.fromField, detail) }
    const b = { x: toBox.x + (arrives > 0 ? boxWidth : 0), y: toBox.y + rowCentre(to, link.toField, detail) }
    const reach = Math.max(40, Math.min(160, Math.abs(b.x - a.x) / 2))
    const c = a.x + leaves * reach
    const d = b.x + arrives * reach
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
