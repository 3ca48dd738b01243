import {
  IconFile,
  IconFileCode,
  IconFileMusic,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconFolderFilled as IconFolder,
  IconMovie,
  IconPhoto,
} from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import type { FileEntry } from '../../instance/folder-listing.ts'
import { formatBytes } from '../../language/byte-words.ts'
import { classNames } from '../../ui/class-names.ts'
import type { MenuEntry } from '../../ui/menu-entry.ts'
import { RelativeDate } from '../../ui/relative-date.tsx'
import table from '../../widgets/list/record-list/list-table.module.css'
import { ActionsCell, SelectCell } from '../../widgets/list/record-list/row-parts.tsx'
import styles from './entry-list.module.css'
import { filesMessages } from './messages.ts'
import { languageOfFile, previewKind } from './preview/file-kind.ts'
import { type ChooseHow, endingOf, kindWord } from './shown-entries.ts'

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

/** An entry: its name opens it, the rest of the row selects it. */
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
      <SelectCell
        name={name}
        selected={selected}
        tabIndex={tabIndex}
        onToggle={() => props.onChoose('toggle')}
        onRange={() => props.onChoose('range')}
      />
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
        title={size === null ? undefined : filesMessages.bytes({ count: size })}
      >
        {size === null ? '' : formatBytes(size)}
      </td>
      {narrow ? null : (
        <>
          <td className={styles.faint}>{kindWord(entry)}</td>
          <td className={styles.faint}>
            {entry.modified === null ? null : <RelativeDate value={new Date(entry.modified)} />}
          </td>
        </>
      )}
      <ActionsCell name={name} tabIndex={tabIndex} entries={props.actions(entry)} />
    </tr>
  )
}

const archives = new Set(['zip', 'gz', 'tgz', 'tar', '7z', 'rar', 'bz2', 'xz'])

/** An icon for the kind of an entry; its extension says the same in words. */
function EntryIcon({ entry }: { entry: FileEntry }) {
  if (entry.type === 'folder') return <IconFolder color="var(--accent-text)" aria-hidden="true" />
  if (archives.has(endingOf(entry.name))) return <IconFileZip aria-hidden="true" />
  switch (previewKind(entry)) {
    case 'image':
      return <IconPhoto aria-hidden="true" />
    case 'audio':
      return <IconFileMusic aria-hidden="true" />
    case 'video':
      return <IconMovie aria-hidden="true" />
    case 'pdf':
      return <IconFileTypePdf aria-hidden="true" />
    case 'text':
      return languageOfFile(entry.name) === 'text' ? (
        <IconFileText aria-hidden="true" />
      ) : (
        <IconFileCode aria-hidden="true" />
      )
    default:
      return <IconFile aria-hidden="true" />
  }
}
