import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import { type MouseEvent, memo } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { MenuEntry } from '../../ui/menu-entry.ts'
import { Cell } from './cell.tsx'
import { type Column, idOf, type WireRecord } from './declaration.ts'
import styles from './list-table.module.css'
import { isSelected, type Selection } from './selection.ts'

interface ListRowProps<R extends WireRecord> {
  record: R
  index: number
  /** Position in the whole list, the header included. */
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
    if (isOwnBusiness(event)) return
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
      <td className={styles.check}>
        <span
          className={styles.checkArea}
          onClickCapture={(event) => {
            if (!event.shiftKey) return
            event.preventDefault()
            event.stopPropagation()
            props.onSelect(record, true)
          }}
        >
          <Checkbox
            label={`Select ${name}`}
            labelHidden
            checked={selected}
            tabIndex={tabIndex}
            onChange={() => props.onSelect(record, false)}
          />
        </span>
      </td>
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
      <td className={styles.actions}>
        <Menu
          label={`Actions for ${name}`}
          align="end"
          items={props.actions(record)}
          trigger={(trigger) => (
            <IconButton
              {...trigger}
              label={`Actions for ${name}`}
              tooltip={false}
              size="small"
              tabIndex={tabIndex}
              icon={<IconDots />}
            />
          )}
        />
      </td>
    </tr>
  )
}

export const ListRow = memo(Row) as typeof Row

/** A click on a control of the row, or the end of marking text, opens nothing. */
function isOwnBusiness(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target instanceof Element ? event.target : null
  const control = target?.closest('button, input, label, [role="menu"], [role="dialog"]')
  if (control || !event.currentTarget.contains(target)) return true
  if (target?.closest('a')) return event.metaKey || event.ctrlKey || event.shiftKey
  return Boolean(document.getSelection()?.toString())
}
