import { IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SortMark } from '../../ui/sort-mark.tsx'
import { Text } from '../../ui/text.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { useNarrow } from '../../widgets/list/record-list/use-narrow.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import styles from './members.module.css'
import { schemaMessages } from './messages.ts'

export interface MemberColumn<T> {
  readonly id: string
  readonly label: string
  /** Text to sort by, and to show if there is no `cell`. */
  readonly text: (row: T) => string
  readonly cell?: (row: T) => ReactNode
  readonly mono?: boolean
  readonly unsorted?: boolean
  /** Shown on a narrow screen too. */
  readonly narrow?: boolean
}

interface MemberTableProps<T> {
  label: string
  columns: readonly MemberColumn<T>[]
  rows: readonly T[]
  sorting: Sorting
  /** Label of the button that removes the named row. */
  removeLabel: (name: string) => string
  onOpen: (row: T) => void
  onRemove: (row: T) => void
  /** Why a row cannot be removed, or `null`. */
  keeps: (row: T) => string | null
  /** Whether the row has unsaved changes. */
  isUnsaved: (row: T) => boolean
  empty: string
}

/** The fields or relations of a table. A click or Enter opens a row, arrow keys move between rows, Delete asks to remove one. */
export function MemberTable<T extends { readonly name: string }>(props: MemberTableProps<T>) {
  const { rows } = props
  const isNarrow = useNarrow()
  const columns = isNarrow ? props.columns.filter(({ narrow }) => narrow) : props.columns
  const [sorting, setSorting] = useState(props.sorting)
  const [active, setActive] = useState<string | null>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const sorted = sortedRows(rows, columns, sorting)
  const entry = sorted.some(({ name }) => name === active) ? active : (sorted[0]?.name ?? null)

  // After a row is deleted by keyboard, focus moves to the next one.
  const isGone = active !== null && active !== entry
  useEffect(() => {
    if (!isGone) return
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) body.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [isGone])

  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>, row: T) => {
    if (event.target !== event.currentTarget) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      const at = sorted.findIndex(({ name }) => name === row.name) + step
      body.current?.querySelectorAll('tr')[at]?.focus()
    } else if (event.key === 'Enter' || event.key === ' ') props.onOpen(row)
    else if (event.key === 'Delete' && props.keeps(row) === null) props.onRemove(row)
    else return
    event.preventDefault()
  }

  if (rows.length === 0) return <p className={styles.none}>{props.empty}</p>
  return (
    <div className={styles.scroller}>
      <table className={styles.table} aria-label={props.label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" aria-sort={ariaSort(sorting, column.id)}>
                {column.unsorted ? (
                  column.label
                ) : (
                  <button
                    type="button"
                    className={styles.sort}
                    onClick={() =>
                      setSorting({ column: column.id, descending: sorting.column === column.id && !sorting.descending })
                    }
                  >
                    {column.label}
                    {sorting.column === column.id ? <SortMark descending={sorting.descending} /> : null}
                  </button>
                )}
              </th>
            ))}
            <th scope="col" className={styles.last}>
              <VisuallyHidden>{tabWords.actions}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {sorted.map((row) => {
            const keeps = props.keeps(row)
            return (
              <tr
                key={row.name}
                className={styles.row}
                tabIndex={row.name === entry ? 0 : -1}
                aria-keyshortcuts="Enter Delete"
                onFocus={() => setActive(row.name)}
                onClick={() => props.onOpen(row)}
                onKeyDown={(event) => onKeyDown(event, row)}
              >
                {columns.map((column, index) => (
                  <Text as="td" key={column.id} {...(column.mono && { mono: true, size: 'sm' })}>
                    <span className={styles.cell} title={column.text(row)}>
                      {column.cell ? column.cell(row) : column.text(row)}
                      {index === 0 && props.isUnsaved(row) ? (
                        <>
                          {' '}
                          <Badge tone="warning">{schemaMessages.notSaved}</Badge>
                        </>
                      ) : null}
                    </span>
                  </Text>
                ))}
                <td className={styles.last}>
                  {/* biome-ignore lint/a11y/noStaticElementInteractions: stops a click on the button from opening the row */}
                  {/* biome-ignore lint/a11y/useKeyWithClickEvents: the row ignores keys on the button */}
                  <span onClick={(event) => event.stopPropagation()}>
                    <IconButton
                      label={props.removeLabel(row.name)}
                      size="small"
                      danger
                      icon={<IconTrash />}
                      tabIndex={row.name === entry ? 0 : -1}
                      disabledReason={keeps}
                      onClick={() => props.onRemove(row)}
                    />
                  </span>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function ariaSort({ column, descending }: Sorting, id: string) {
  if (column !== id) return undefined
  return descending ? 'descending' : 'ascending'
}

interface Sorting {
  readonly column: string
  readonly descending: boolean
}

interface SortedColumn<T> {
  readonly id: string
  readonly text: (row: T) => string
}

/** Sorts rows by a column's text, with numbers in natural order; equal rows keep their order. */
function sortedRows<T>(rows: readonly T[], columns: readonly SortedColumn<T>[], { column, descending }: Sorting) {
  const text = columns.find(({ id }) => id === column)?.text
  if (!text) return rows
  const turn = descending ? -1 : 1
  return [...rows].sort((a, b) => turn * text(a).localeCompare(text(b), undefined, { numeric: true }))
}
