import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import type { MouseEvent } from 'react'
import type { FileEntry } from '../../instance/folder-listing.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { MenuEntry } from '../../ui/menu-entry.ts'
import table from '../../widgets/record-list/list-table.module.css'
import { exactTime, relativeTime } from '../../widgets/record-list/wire-date.ts'
import { byteWords } from '../../widgets/transfers/byte-words.ts'
import { EntryIcon } from './entry-icon.tsx'
import styles from './entry-list.module.css'
import { kindWord } from './entry-order.ts'
import type { ChooseHow } from './entry-selection.ts'

interface EntryRowProps {
  entry: FileEntry
  index: number
  narrow: boolean
  active: boolean
  selected: boolean
  cut: boolean
  open: boolean
  href: string
  actions: (entry: FileEntry) => readonly MenuEntry[]
  onChoose: (how: ChooseHow) => void
  onOpen: (entry: FileEntry) => void
  onMenu: (entry: FileEntry, event: MouseEvent) => void
}

/** An entry: its name opens it, the rest of the row chooses it. */
export function EntryRow(props: EntryRowProps) {
  const { entry, narrow, selected } = props
  const { name, size } = entry
  const tabIndex = props.active ? 0 : -1
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target instanceof Element ? event.target : null
    if (!event.currentTarget.contains(target) || target?.closest('button, input, label, [role="menu"]')) return
    event.preventDefault()
    const how = event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : null
    if (how) props.onChoose(how)
    else if (target?.closest('a')) props.onOpen(entry)
    else props.onChoose('only')
  }
  return (
    <tr
      data-row={props.index}
      aria-rowindex={props.index + 2}
      aria-selected={selected}
      tabIndex={tabIndex}
      className={classNames(
        table.row,
        styles.row,
        selected && table.selected,
        props.open && table.open,
        props.cut && styles.cut,
      )}
      onClick={onClick}
      onDoubleClick={(event) => {
        if (!(event.target as Element).closest('button, input, a')) props.onOpen(entry)
      }}
      onContextMenu={(event) => props.onMenu(entry, event)}
    >
      <td className={table.check}>
        <span
          className={table.checkArea}
          onClickCapture={(event) => {
            if (!event.shiftKey) return
            event.preventDefault()
            event.stopPropagation()
            props.onChoose('range')
          }}
        >
          <Checkbox
            label={`Select ${name}`}
            labelHidden
            checked={selected}
            tabIndex={tabIndex}
            onChange={() => props.onChoose('toggle')}
          />
        </span>
      </td>
      <td className={styles.nameCell}>
        <span className={styles.name}>
          <EntryIcon entry={entry} />
          <a href={props.href} className={table.link} tabIndex={-1} title={name} draggable={false}>
            {name}
          </a>
        </span>
      </td>
      <td
        className={classNames(table.number, styles.size)}
        title={size === null ? undefined : `${size.toLocaleString()} bytes`}
      >
        {size === null ? '' : byteWords(size)}
      </td>
      {narrow ? null : (
        <>
          <td className={styles.faint}>{kindWord(entry)}</td>
          <td className={styles.faint}>
            <Modified at={entry.modified} />
          </td>
        </>
      )}
      <td className={table.actions}>
        <Menu
          label={`Actions for ${name}`}
          align="end"
          items={props.actions(entry)}
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

function Modified({ at }: { at: number | null }) {
  if (at === null) return null
  const date = new Date(at)
  return (
    <time dateTime={date.toISOString()} title={exactTime(date)}>
      {relativeTime(date, new Date())}
    </time>
  )
}
