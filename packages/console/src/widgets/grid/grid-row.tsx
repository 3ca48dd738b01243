// biome-ignore-all lint/a11y/useSemanticElements: absolutely positioned rows and cells cannot be those of a table
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has focus and references its active cell
import { IconArrowsDiagonal, IconArrowUpRight } from '@tabler/icons-react'
import { memo, useSyncExternalStore } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { classNames } from '../../ui/class-names.ts'
import { identifierText } from '../../ui/identifier-text.ts'
import { Text } from '../../ui/text.tsx'
import { CellEditor } from './cell-editor.tsx'
import type { ColumnLayout, ColumnSpan } from './column-layout.ts'
import styles from './data-grid.module.css'
import type { CellDraft } from './drafts.ts'
import { type GridModel, printedCell } from './grid-model.ts'
import type { GridColumn, GridRow as Row } from './grid-source.ts'
import { t } from './messages.ts'
import { readMark } from './selection.ts'

/** Ends editing of a cell; `null` cancels it. */
export type EndEditing = (text: string | null, move: 'down' | 'up' | 'next' | 'back' | 'stay') => void

interface GridRowProps {
  base: string
  model: GridModel
  index: number
  /** `undefined` if it is not loaded. */
  row: Row | undefined
  columns: GridModel['columns']
  layout: ColumnLayout
  span: ColumnSpan
  /** Pixels from the top of the layer. */
  top: number
  /** The displayed row number; empty for new rows. */
  number: string
  onEnd: EndEditing
}

/** One row, which subscribes only to its own changes, so that moving the active cell renders two rows and not all. */
export const GridLine = memo(function GridRow({ base, model, index, row, top, number, ...rest }: GridRowProps) {
  const { selection, drafts } = model
  const mark = readMark(useSyncExternalStore(selection.changed.subscribe, () => selection.mark(index, row?.key)))
  const draft = useSyncExternalStore(drafts.changed.subscribe, () => (row ? drafts.of(row.key) : undefined))
  const { layout, columns, onEnd } = rest
  const refused = draft?.refusals.get('')
  const { first, end } = rest.span
  const shown = columns.slice(first, end).map((column, at) => ({ column, at: first + at }))
  const kept = mark.active >= 0 && (mark.active < first || mark.active >= end) ? columns[mark.active] : undefined
  if (kept) shown.push({ column: kept, at: mark.active })

  const cells = shown.map(({ column, at }) => {
    const left = layout.starts[at] ?? 0
    const width = layout.widths[at] ?? 0
    if (!row)
      return (
        <div
          key={column.name}
          id={`${base}-${index}-${at}`}
          role="gridcell"
          aria-colindex={at + 2}
          className={classNames(styles.cell, mark.active === at && styles.active)}
          style={{ left, width }}
        >
          <span className={styles.bone} />
        </div>
      )
    const typed = draft?.changes.get(column.name)
    const value = typed ? typed.value : row.record[column.name]
    if (mark.open === at) {
      const { editing } = selection
      return (
        <CellEditor
          key={column.name}
          id={`${base}-${index}-${at}`}
          index={at}
          column={column}
          left={left}
          width={width}
          text={editing?.text ?? (typed?.problem === undefined ? printedCell(column, value) : String(value))}
          replaces={editing?.text !== undefined}
          onEnd={onEnd}
          onCancel={() => onEnd(null, 'stay')}
        />
      )
    }
    return (
      <GridCell
        key={column.name}
        id={`${base}-${index}-${at}`}
        column={column}
        index={at}
        left={left}
        width={width}
        value={value}
        typed={typed}
        refusal={draft?.refusals.get(column.name)}
        isNew={draft?.isNew ?? false}
        active={mark.active === at}
        inRange={at >= mark.from && at <= mark.to}
      />
    )
  })

  const state = draft ? (draft.isNew ? 'new' : 'changed') : undefined
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={mark.ticked}
      data-row={index}
      data-state={state}
      className={classNames(
        styles.row,
        mark.active >= 0 && styles.current,
        mark.ticked && styles.ticked,
        refused !== undefined && styles.refused,
      )}
      style={{ transform: `translateY(${top}px)`, width: `calc(var(--grid-stay) + ${layout.total}px)` }}
    >
      <div role="rowheader" aria-colindex={1} className={styles.stay} title={refused}>
        <Checkbox
          labelHidden
          label={state === 'new' ? t.selectNewRow : t.selectRow({ number })}
          tabIndex={-1}
          value={mark.ticked}
          disabled={!row}
          onChange={(on) => row && selection.tick([row.key], on)}
        />
        <button type="button" tabIndex={-1} data-open className={styles.number} aria-label={t.editRow({ number })}>
          <span>{number}</span>
          <IconArrowsDiagonal size={16} aria-hidden="true" />
        </button>
      </div>
      {cells}
    </div>
  )
})

interface GridCellProps {
  id: string
  column: GridColumn
  index: number
  left: number
  width: number
  value: unknown
  /** The unsaved value, if any. */
  typed: CellDraft | undefined
  refusal: string | undefined
  isNew: boolean
  active: boolean
  inRange: boolean
}

/** One value with its display text, changed state and error. */
const GridCell = memo(function GridCell(props: GridCellProps) {
  const { column, value, typed } = props
  const problem = typed?.problem ?? props.refusal
  const none = value === null || value === undefined
  const text = none ? '' : typed?.problem === undefined ? column.show(value) : String(value)
  const aside = none || typed?.problem !== undefined ? undefined : column.aside?.(value)
  const whole = aside?.text === undefined ? text : `${text} ${aside.text}`
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
        column.mono && identifierText,
        typed && !props.isNew && styles.changed,
        problem !== undefined && styles.wrong,
        props.inRange && styles.inRange,
        props.active && styles.active,
      )}
      style={{ left: props.left, width: props.width }}
      aria-label={said === undefined ? aside?.opens && whole : `${none ? 'NULL' : whole}, ${said}`}
      title={problem ?? aside?.exact ?? (whole.length > 24 ? whole : undefined)}
    >
      {aside?.picture === undefined ? null : <img className={styles.picture} src={aside.picture} alt="" />}
      {none && !(value === undefined && props.isNew) ? <span className={styles.null}>{t.null}</span> : text}
      {aside?.text === undefined ? null : (
        <>
          {' '}
          <Text as="span" tone="muted">
            {aside.text}
          </Text>
        </>
      )}
      {aside?.opens === undefined ? null : (
        <button type="button" tabIndex={-1} data-follow className={styles.follow} aria-label={aside.opens}>
          <IconArrowUpRight size={14} />
        </button>
      )}
    </div>
  )
})
