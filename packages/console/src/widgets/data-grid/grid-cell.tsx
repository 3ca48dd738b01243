// biome-ignore-all lint/a11y/useSemanticElements: rows and cells that are placed by themselves cannot be those of a table
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell
import { memo } from 'react'
import { classNames } from '../../ui/class-names.ts'
import styles from './data-grid.module.css'
import type { CellDraft } from './drafts.ts'
import type { GridColumn } from './grid-source.ts'

interface GridCellProps {
  id: string
  column: GridColumn
  index: number
  left: number
  width: number
  value: unknown
  /** What was typed; undefined: nothing. */
  typed: CellDraft | undefined
  refusal: string | undefined
  isNew: boolean
  active: boolean
  inRange: boolean
}

/** One value: what it says, whether it is changed, and what is wrong with it. */
export const GridCell = memo(function GridCell(props: GridCellProps) {
  const { column, value, typed } = props
  const problem = typed?.problem ?? props.refusal
  const none = value === null || value === undefined
  const text = none ? '' : typed?.problem === undefined ? column.show(value) : String(value)
  const said = problem ?? (typed && !props.isNew ? 'changed' : undefined)
  return (
    <div
      id={props.id}
      role="gridcell"
      aria-colindex={props.index + 2}
      aria-selected={props.active || props.inRange}
      aria-readonly={(column.locked ?? (props.isNew ? null : column.fixed)) === null ? undefined : true}
      aria-invalid={problem === undefined ? undefined : true}
      data-column={props.index}
      className={classNames(
        styles.cell,
        column.align === 'end' && styles.end,
        column.mono && styles.mono,
        typed && !props.isNew && styles.changed,
        problem !== undefined && styles.wrong,
        props.inRange && styles.inRange,
        props.active && styles.active,
      )}
      style={{ left: props.left, width: props.width }}
      aria-label={said === undefined ? undefined : `${none ? 'NULL' : text}, ${said}`}
      title={problem ?? (text.length > 24 ? text : undefined)}
    >
      {none && !(value === undefined && props.isNew) ? <span className={styles.null}>NULL</span> : text}
    </div>
  )
})
