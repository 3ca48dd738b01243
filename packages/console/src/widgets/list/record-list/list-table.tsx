import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import type { RecordId } from '../../../instance/collections.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import type { MenuEntry } from '../../../ui/menu-entry.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { tabWords } from '../../../words/tabs/messages.ts'
import { type Column, idOf, type Sort, type WireRecord } from '../../records/list-declaration/declaration.ts'
import { HeaderCell } from './header-cell.tsx'
import { ListRow } from './list-row.tsx'
import styles from './list-table.module.css'
import { t } from './messages.ts'
import { useActiveRow, useRestoredFocus } from './row-focus.ts'
import { rowWindow, useScrollWindow } from './scroll-window.ts'
import { type PageState, pageState, rangeSelected, type Selection, setSelected, toggled } from './selection.ts'
import bones from './skeleton-rows.module.css'
import { useOverflow } from './use-overflow.ts'

export interface ListTableProps<R extends WireRecord> {
  label: string
  columns: readonly Column<R>[]
  widthOf: (column: Column<R>) => number
  /** Whether the column has a fixed width; otherwise it takes the remaining width. */
  isFixed: (column: Column<R>) => boolean
  rows: readonly R[]
  /** Whether a page was ever loaded. */
  loaded: boolean
  stale: boolean
  /** Whether the page has all records: the table is then as high as its rows. */
  whole: boolean
  offset: number
  /** `null` if unknown. */
  total: number | null
  sort: Sort | null
  selection: Selection
  openId: string | null
  flashId: RecordId | null
  hrefOf: (record: R) => string
  nameOf: (record: R) => string
  actionsOf: (record: R) => readonly MenuEntry[]
  onSort: (field: string) => void
  onWidth: (field: string, pixels: number) => void
  onSelection: (selection: Selection) => void
  onOpen: (record: R) => void
  onDelete: (record: R) => void
}

/** Width of the checkbox and action columns, in pixels. */
const fixedColumns = 92

/** The virtualized grid of one page, with navigation by arrow keys. */
export function ListTable<R extends WireRecord>(props: ListTableProps<R>) {
  const { rows, columns, selection, onSelection } = props
  const scroller = useRef<HTMLDivElement>(null)
  const view = useScrollWindow(scroller)
  useOverflow(scroller)
  const order = JSON.stringify(props.sort)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page or order starts at the top
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0
  }, [props.offset, order])
  const active = useActiveRow(rows.length, scroller)
  const touched = useRef<RecordId | null>(null)
  const page = rows.map(idOf)
  const openAt = rows.findIndex((record) => props.openId === String(idOf(record)))
  const kept = useRestoredFocus({
    rows,
    open: openAt < 0 ? null : openAt,
    focusRow: (index) => active.go(index ?? active.index),
  })
  const segments = rowWindow({ count: rows.length, active: active.index, ...view })
  const linked = columns.find(({ link }) => link) ?? columns[0]

  const select = (record: R, range: boolean) => {
    const id = idOf(record)
    onSelection(
      range && touched.current !== null ? rangeSelected(selection, page, touched.current, id) : toggled(selection, id),
    )
    touched.current = id
  }

  const onKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    const record = rows[active.index]
    if (active.move(event)) {
      const next = rows[active.after(event.key)]
      if (event.shiftKey && next && record) onSelection(rangeSelected(selection, page, idOf(record), idOf(next)))
      return
    }
    if (!record || event.target !== event.currentTarget.querySelector(`[data-row="${active.index}"]`)) return
    if (event.key === 'Enter') props.onOpen(record)
    else if (event.key === ' ') select(record, event.shiftKey)
    else if (event.key === 'Delete') props.onDelete(record)
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) onSelection(setSelected(selection, page, true))
    else return
    event.preventDefault()
  }

  return (
    <div
      ref={scroller}
      className={styles.scroller}
      data-stale={props.stale || undefined}
      data-whole={props.whole || undefined}
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows can be selected and opened, which makes the table a grid
        role="grid"
        className={styles.table}
        style={{ minWidth: fixedColumns + columns.reduce((sum, column) => sum + props.widthOf(column), 0) }}
        aria-label={props.label}
        aria-rowcount={props.total === null ? -1 : props.total + 1}
        aria-multiselectable="true"
        aria-busy={props.stale || !props.loaded}
      >
        <colgroup>
          <col className={styles.checkColumn} />
          {columns.map((column) => (
            <col key={column.field} style={props.isFixed(column) ? { width: props.widthOf(column) } : undefined} />
          ))}
          <col className={styles.actionsColumn} />
        </colgroup>
        <thead className={styles.head}>
          <tr aria-rowindex={1}>
            <th scope="col" className={styles.check}>
              <SelectPage
                state={pageState(selection, page)}
                disabled={rows.length === 0}
                onChange={(chosen) => onSelection(setSelected(selection, page, chosen))}
              />
            </th>
            {columns.map((column, index) => (
              <HeaderCell
                key={column.field}
                column={column}
                pinned={index === 0}
                sort={props.sort?.field === column.field ? props.sort : null}
                onSort={() => props.onSort(column.field)}
                onWidth={(pixels) => props.onWidth(column.field, pixels)}
              />
            ))}
            <th scope="col" className={styles.actions}>
              <VisuallyHidden>{tabWords.actions}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody
          onKeyDown={onKeyDown}
          onFocus={(event) => {
            kept.onFocus()
            active.onFocus(event)
          }}
          onBlur={kept.onBlur}
        >
          {props.loaded ? null : <SkeletonRows columns={columns.length} />}
          {segments.map((segment) => {
            if (segment.kind === 'gap')
              return (
                // biome-ignore lint/a11y/noAriaHiddenOnFocusable: this row is not focusable
                <tr key={`gap-${segment.from}`} aria-hidden="true" style={{ height: segment.rows * view.rowHeight }}>
                  <td colSpan={columns.length + 2} className={styles.gap} />
                </tr>
              )
            const record = rows[segment.index]
            if (!record) return null
            return (
              <ListRow
                key={idOf(record)}
                record={record}
                index={segment.index}
                number={props.offset + segment.index + 2}
                columns={columns}
                linked={linked?.field}
                href={props.hrefOf(record)}
                name={props.nameOf(record)}
                actions={props.actionsOf}
                active={segment.index === active.index}
                selection={selection}
                open={props.openId === String(idOf(record))}
                flash={props.flashId === idOf(record)}
                onOpen={props.onOpen}
                onSelect={select}
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

interface SelectPageProps {
  state: PageState
  disabled: boolean
  onChange: (chosen: boolean) => void
}

function SelectPage({ state, disabled, onChange }: SelectPageProps) {
  return (
    <Checkbox
      label={t.selectThisPage}
      labelHidden
      value={state === 'all'}
      mixed={state === 'some'}
      disabled={disabled}
      onChange={() => onChange(state !== 'all')}
    />
  )
}

const lines = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]

/** Placeholder rows of the right height, so that nothing moves when the real ones load. */
function SkeletonRows({ columns }: { columns: number }) {
  const cells = Array.from({ length: columns + 2 }, (_, index) => index)
  return lines.map((line) => (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: this row is not focusable
    <tr key={line} aria-hidden="true" className={styles.row}>
      {cells.map((cell) => (
        <td key={cell} className={styles.cell}>
          {cell === 0 || cell === columns + 1 ? null : (
            <span className={bones.bone} style={{ width: `${45 + ((line * 37 + cell * 23) % 45)}%` }} />
          )}
        </td>
      ))}
    </tr>
  ))
}
