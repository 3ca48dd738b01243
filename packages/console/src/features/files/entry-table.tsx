import { type MouseEvent, useMemo, useRef } from 'react'
import type { FileEntry } from '../../instance/folder-listing.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { classNames } from '../../ui/class-names.ts'
import type { MenuEntry } from '../../ui/menu-entry.ts'
import button from '../../ui/sort-button.module.css'
import { SortMark } from '../../ui/sort-mark.tsx'
import { Text } from '../../ui/text.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import header from '../../widgets/list/record-list/header-cell.module.css'
import table from '../../widgets/list/record-list/list-table.module.css'
import { useActiveRow } from '../../widgets/list/record-list/row-focus.ts'
import { rowWindow, useScrollWindow } from '../../widgets/list/record-list/scroll-window.ts'
import { useNarrow } from '../../widgets/list/record-list/use-narrow.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import styles from './entry-list.module.css'
import { EntryRow } from './entry-row.tsx'
import { filesMessages } from './messages.ts'
import { choose, chooseAll, type EntrySelection, type EntrySort, nothingChosen, sortFields } from './shown-entries.ts'
import { type EntryKeys, useEntryKeys } from './use-entry-keys.ts'

interface EntryListProps {
  label: string
  entries: readonly FileEntry[]
  stale: boolean
  sort: EntrySort
  selection: EntrySelection
  /** Paths of cut entries, which are shown dimmed. */
  cut: ReadonlySet<string>
  /** The path of the open file. */
  openPath: string | null
  keys: EntryKeys
  hrefOf: (entry: FileEntry) => string
  actionsOf: (entry: FileEntry) => readonly MenuEntry[]
  onSort: (field: EntrySort['field']) => void
  onSelection: (selection: EntrySelection) => void
  onOpen: (entry: FileEntry) => void
  onMenu: (entry: FileEntry, event: MouseEvent) => void
}

const labels: Readonly<Record<EntrySort['field'], string>> = {
  name: tabWords.name,
  size: filesMessages.size,
  type: filesMessages.type,
  modified: tabWords.modified,
}

/** A small window, and one in which the tree and the navigation leave little space for the list. */
const littleRoom = '(width < 640px), (992px <= width < 1180px)'

/** The entries of a folder; only visible rows are rendered, whatever their number. */
export function EntryList(props: EntryListProps) {
  const { entries, selection, onSelection, sort } = props
  const scroller = useRef<HTMLDivElement>(null)
  const view = useScrollWindow(scroller)
  const active = useActiveRow(entries.length, scroller)
  const narrow = useNarrow(littleRoom)
  const paths = useMemo(() => entries.map(({ path }) => path), [entries])
  const onKeyDown = useEntryKeys({ ...props, paths, active, keys: props.keys })
  const fields = narrow ? (['name', 'size'] as const) : sortFields
  const all = entries.length > 0 && selection.chosen.size === entries.length

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a click beside the rows only does what Escape does
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the rows only does what Escape does
    <div
      ref={scroller}
      className={table.scroller}
      data-stale={props.stale || undefined}
      onClick={(event) => {
        if (event.target === event.currentTarget) onSelection(nothingChosen)
      }}
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows can be selected and opened, which makes the table a grid
        role="grid"
        className={table.table}
        aria-label={props.label}
        aria-rowcount={entries.length + 1}
        aria-multiselectable="true"
        aria-busy={props.stale}
      >
        <colgroup>
          <col className={table.checkColumn} />
          {fields.map((field) => (
            <col key={field} className={styles[`${field}Column`]} />
          ))}
          <col className={table.actionsColumn} />
        </colgroup>
        <thead className={table.head}>
          <tr aria-rowindex={1}>
            <th scope="col" className={table.check}>
              <Checkbox
                label={tabWords.selectAll}
                labelHidden
                value={all}
                mixed={selection.chosen.size > 0 && !all}
                onChange={(chosen) => onSelection(chosen ? chooseAll(paths) : nothingChosen)}
              />
            </th>
            {fields.map((field) => (
              <th
                key={field}
                scope="col"
                aria-sort={sort.field === field ? (sort.down ? 'descending' : 'ascending') : undefined}
              >
                <button
                  type="button"
                  className={classNames(button.sort, header.sort)}
                  onClick={() => props.onSort(field)}
                >
                  <Text as="span" truncate>
                    {labels[field]}
                  </Text>
                  {sort.field === field ? <SortMark descending={sort.down} /> : null}
                </button>
              </th>
            ))}
            <th scope="col" className={table.actions}>
              <VisuallyHidden>{tabWords.actions}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody onKeyDown={onKeyDown} onFocus={active.onFocus}>
          {rowWindow({ count: entries.length, active: active.index, ...view }).map((segment) => {
            if (segment.kind === 'gap')
              return (
                // biome-ignore lint/a11y/noAriaHiddenOnFocusable: this row is not focusable
                <tr key={`gap-${segment.from}`} aria-hidden="true" style={{ height: segment.rows * view.rowHeight }}>
                  <td colSpan={fields.length + 2} className={table.gap} />
                </tr>
              )
            const entry = entries[segment.index]
            if (!entry) return null
            return (
              <EntryRow
                key={entry.path}
                entry={entry}
                index={segment.index}
                narrow={narrow}
                active={segment.index === active.index}
                selected={selection.chosen.has(entry.path)}
                cut={props.cut.has(entry.path)}
                open={props.openPath === entry.path}
                href={props.hrefOf(entry)}
                actions={props.actionsOf}
                onChoose={(how) => onSelection(choose(selection, paths, entry.path, how))}
                onOpen={props.onOpen}
                onMenu={props.onMenu}
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
