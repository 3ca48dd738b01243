import type { KeyboardEvent, PointerEvent } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import button from '../../../ui/sort-button.module.css'
import { SortMark } from '../../../ui/sort-mark.tsx'
import { Text } from '../../../ui/text.tsx'
import type { Column, Sort, WireRecord } from '../../records/list-declaration/declaration.ts'
import { dragWidth } from './drag-width.ts'
import styles from './header-cell.module.css'
import table from './list-table.module.css'

interface HeaderCellProps<R extends WireRecord> {
  column: Column<R>
  pinned: boolean
  /** `null` if the list is sorted by another column. */
  sort: Sort | null
  onSort: () => void
  onWidth: (pixels: number) => void
}

const keyStep = 16

/** A column header: a click sorts, dragging its edge or Shift with an arrow key resizes. */
export function HeaderCell<R extends WireRecord>({ column, pinned, sort, onSort, onWidth }: HeaderCellProps<R>) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const turn = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const cell = event.currentTarget.closest('th')
    if (!event.shiftKey || turn === 0 || !cell) return
    event.preventDefault()
    onWidth(cell.offsetWidth + turn * keyStep)
  }
  const drag = (event: PointerEvent<HTMLElement>) => {
    const cell = event.currentTarget.closest('th')
    if (cell) dragWidth(event, cell.offsetWidth, onWidth)
  }
  return (
    <th
      scope="col"
      aria-sort={sort ? (sort.down ? 'descending' : 'ascending') : undefined}
      className={classNames(pinned && table.pinned, column.kind === 'number' && table.number)}
    >
      {column.sortable === false ? (
        <Text as="span" truncate>
          {column.label}
        </Text>
      ) : (
        <button type="button" className={classNames(button.sort, styles.sort)} onClick={onSort} onKeyDown={onKeyDown}>
          <Text as="span" truncate>
            {column.label}
          </Text>
          {sort ? <SortMark descending={sort.down} /> : null}
        </button>
      )}
      <span className={styles.grip} aria-hidden="true" onPointerDown={drag} />
    </th>
  )
}
