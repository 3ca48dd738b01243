// biome-ignore-all lint/a11y/useSemanticElements: absolutely positioned rows and cells cannot be those of a table
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has focus and references its active cell
import type { KeyboardEvent, ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import button from '../../ui/sort-button.module.css'
import { SortMark } from '../../ui/sort-mark.tsx'
import { Text } from '../../ui/text.tsx'
import { dragWidth } from '../list/record-list/drag-width.ts'
import { type ColumnLayout, type ColumnSpan, clampWidth } from './column-layout.ts'
import grid from './data-grid.module.css'
import styles from './grid-head.module.css'
import type { GridColumn, GridSort } from './grid-source.ts'

interface GridHeadProps {
  base: string
  columns: readonly GridColumn[]
  layout: ColumnLayout
  span: ColumnSpan
  sort: GridSort | null
  onSort: (field: string) => void
  onWidth: (field: string, pixels: number) => void
  /** Moves from a header back into the grid. */
  onLeave: (column: number) => void
  /** Moves to the header of another column. */
  onAlong: (column: number) => void
  /** Content above the fixed column. */
  children: ReactNode
}

/** Pixels by which Shift with an arrow key changes a width. */
const keyStep = 16

/** The column headers: a click sorts, dragging an edge resizes. Arrow keys move in and out. */
export function GridHead(props: GridHeadProps) {
  const { columns, layout, span, sort } = props
  return (
    <div
      role="row"
      aria-rowindex={1}
      className={styles.head}
      style={{ width: `calc(var(--grid-stay) + ${layout.total}px)` }}
    >
      <div role="columnheader" aria-colindex={1} className={grid.corner}>
        {props.children}
      </div>
      {columns.slice(span.first, span.end).map((column, offset) => {
        const at = span.first + offset
        const width = layout.widths[at] ?? 0
        const sorted = sort?.field === column.name ? sort : null
        const onKeyDown = (event: KeyboardEvent) => {
          const turn = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
          if (event.key === 'ArrowDown' || event.key === 'Escape') props.onLeave(at)
          else if (turn !== 0 && event.shiftKey) props.onWidth(column.name, clampWidth(width + turn * keyStep))
          else if (turn !== 0) props.onAlong(at + turn)
          else return
          event.preventDefault()
        }
        return (
          <div
            key={column.name}
            role="columnheader"
            aria-colindex={at + 2}
            aria-sort={sorted ? (sorted.descending ? 'descending' : 'ascending') : undefined}
            className={classNames(styles.title, column.align === 'end' && styles.end)}
            style={{ left: layout.starts[at] ?? 0, width }}
          >
            <button
              type="button"
              id={`${props.base}-head-${at}`}
              tabIndex={-1}
              className={classNames(button.sort, styles.sort)}
              aria-disabled={column.sortable ? undefined : true}
              title={column.hint === undefined ? column.label : `${column.label} · ${column.hint}`}
              onClick={() => column.sortable && props.onSort(column.name)}
              onKeyDown={onKeyDown}
            >
              <Text as="span" truncate>
                {column.label}
              </Text>
              {sorted ? <SortMark descending={sorted.descending} /> : null}
            </button>
            <span
              className={styles.grip}
              aria-hidden="true"
              onPointerDown={(event) =>
                dragWidth(event, width, (pixels) => props.onWidth(column.name, clampWidth(pixels)))
              }
            />
          </div>
        )
      })}
    </div>
  )
}
