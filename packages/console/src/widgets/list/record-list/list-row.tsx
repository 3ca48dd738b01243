import { type MouseEvent, memo, type ReactNode } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { identifierText } from '../../../ui/identifier-text.ts'
import type { MenuEntry } from '../../../ui/menu-entry.ts'
import { RelativeDate } from '../../../ui/relative-date.tsx'
import { tabWords } from '../../../words/tabs/messages.ts'
import { type Column, idOf, type WireRecord } from '../../records/list-declaration/declaration.ts'
import marks from './cell.module.css'
import { cellText } from './cell-text.ts'
import styles from './list-table.module.css'
import { t } from './messages.ts'
import { ActionsCell, SelectCell } from './row-parts.tsx'
import { isSelected, type Selection } from './selection.ts'

interface ListRowProps<R extends WireRecord> {
  record: R
  index: number
  /** Position in the whole list, including the header. */
  number: number
  columns: readonly Column<R>[]
  linked: string | undefined
  href: string
  name: string
  active: boolean
  open: boolean
  flash: boolean
  selection: Selection
  actions: (record: R) => readonly MenuEntry[]
  onOpen: (record: R) => void
  onSelect: (record: R, range: boolean) => void
}

function Row<R extends WireRecord>(props: ListRowProps<R>) {
  const { record, columns, active, name } = props
  const selected = isSelected(props.selection, idOf(record))
  const tabIndex = active ? 0 : -1

  const openIt = (event: MouseEvent<HTMLElement>) => {
    if (isControlClick(event)) return
    if (event.metaKey || event.ctrlKey) {
      window.open(props.href, '_blank', 'noopener')
      return
    }
    event.preventDefault()
    props.onOpen(record)
  }

  return (
    <tr
      data-row={props.index}
      aria-rowindex={props.number}
      aria-selected={selected}
      tabIndex={tabIndex}
      className={classNames(
        styles.row,
        selected && styles.selected,
        props.open && styles.open,
        props.flash && styles.flash,
      )}
      onClick={openIt}
    >
      <SelectCell
        name={name}
        selected={selected}
        tabIndex={tabIndex}
        onToggle={() => props.onSelect(record, false)}
        onRange={() => props.onSelect(record, true)}
      />
      {columns.map((column, at) => (
        <Cell
          key={column.field}
          column={column}
          record={record}
          pinned={at === 0}
          tabIndex={tabIndex}
          href={column.field === props.linked ? props.href : null}
        />
      ))}
      <ActionsCell name={name} tabIndex={tabIndex} entries={props.actions(record)} />
    </tr>
  )
}

export const ListRow = memo(Row) as typeof Row

/** Whether a click is on a control of the row or ends a text selection, and must not open the record. */
function isControlClick(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target instanceof Element ? event.target : null
  const control = target?.closest('button, input, label, [role="menu"], [role="dialog"]')
  if (control || !event.currentTarget.contains(target)) return true
  if (target?.closest('a')) return event.metaKey || event.ctrlKey || event.shiftKey
  return Boolean(document.getSelection()?.toString())
}

interface CellProps<R extends WireRecord> {
  column: Column<R>
  record: R
  pinned: boolean
  tabIndex: number
  href: string | null
}

function Cell<R extends WireRecord>({ column, record, pinned, tabIndex, href }: CellProps<R>) {
  const drawn = column.render?.(record)
  const content = drawn === undefined ? plain(column, record) : drawn
  return (
    <td
      className={classNames(
        styles.cell,
        pinned && styles.pinned,
        column.kind === 'number' && styles.number,
        column.mono && identifierText,
      )}
      onPointerEnter={(event) => setFullTextTooltip(event.currentTarget, column, record)}
      onFocus={(event) => setFullTextTooltip(event.currentTarget, column, record)}
    >
      {href === null ? (
        content
      ) : (
        <a href={href} tabIndex={tabIndex} className={styles.link}>
          {content === '' || content === null ? t.unnamed : content}
        </a>
      )}
    </td>
  )
}

/** Shows the full text of a truncated cell in its tooltip. */
function setFullTextTooltip<R extends WireRecord>(cell: HTMLElement, column: Column<R>, record: R) {
  const inner = cell.firstElementChild
  const cut = cell.scrollWidth > cell.clientWidth || (inner !== null && inner.scrollWidth > inner.clientWidth)
  if (cut) cell.title = cellText(column, record)
  else cell.removeAttribute('title')
}

function plain<R extends WireRecord>(column: Column<R>, record: R): ReactNode {
  const value = record[column.field]
  if (column.kind === 'boolean' && typeof value === 'boolean')
    return <span role="img" aria-label={value ? tabWords.yes : tabWords.no} className={value ? marks.yes : marks.no} />
  if (column.kind === 'date' && typeof value === 'string') return <RelativeDate value={value} />
  return cellText(column, record)
}
