import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import marks from './cell.module.css'
import type { Column, WireRecord } from './declaration.ts'
import styles from './list-table.module.css'
import { RelativeDate } from './relative-date.tsx'
import { cellText } from './shown-file.ts'

interface CellProps<R extends WireRecord> {
  column: Column<R>
  record: R
  pinned: boolean
  tabIndex: number
  href: string | null
}

export function Cell<R extends WireRecord>({ column, record, pinned, tabIndex, href }: CellProps<R>) {
  const content = column.render ? column.render(record) : plain(column, record)
  return (
    <td
      className={classNames(
        styles.cell,
        pinned && styles.pinned,
        column.kind === 'number' && styles.number,
        column.mono && styles.mono,
      )}
      onPointerEnter={(event) => tellWhole(event.currentTarget, column, record)}
      onFocus={(event) => tellWhole(event.currentTarget, column, record)}
    >
      {href === null ? (
        content
      ) : (
        <a href={href} tabIndex={tabIndex} className={styles.link}>
          {content === '' || content === null ? '(no name)' : content}
        </a>
      )}
    </td>
  )
}

/** A text that is cut says the whole of it in its tooltip. */
function tellWhole<R extends WireRecord>(cell: HTMLElement, column: Column<R>, record: R) {
  const inner = cell.firstElementChild
  const cut = cell.scrollWidth > cell.clientWidth || (inner !== null && inner.scrollWidth > inner.clientWidth)
  if (cut) cell.title = cellText(column, record)
  else cell.removeAttribute('title')
}

function plain<R extends WireRecord>(column: Column<R>, record: R): ReactNode {
  const value = record[column.field]
  if (column.kind === 'boolean' && typeof value === 'boolean')
    return <span role="img" aria-label={value ? 'Yes' : 'No'} className={value ? marks.yes : marks.no} />
  if (column.kind === 'date' && typeof value === 'string') return <RelativeDate value={value} />
  return cellText(column, record)
}
