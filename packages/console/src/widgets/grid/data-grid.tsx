// biome-ignore-all lint/a11y/useSemanticElements: absolutely positioned rows and cells cannot be those of a table
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has focus and references its active cell
import {
  type Ref,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'
import { number } from '../../language/format.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { useOverflow } from '../list/record-list/use-overflow.ts'
import { layColumns, leftToShow } from './column-layout.ts'
import styles from './data-grid.module.css'
import { tickAll } from './grid-edits.ts'
import { GridHead } from './grid-head.tsx'
import type { GridModel } from './grid-model.ts'
import { GridLine } from './grid-row.tsx'
import type { GridSort } from './grid-source.ts'
import { t } from './messages.ts'
import type { CellPlace } from './selection.ts'
import { useGridClipboard } from './use-grid-clipboard.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { type MenuPoint, useGridPointer } from './use-grid-pointer.ts'
import { baseOf, topToShow, useGridViewport } from './use-grid-viewport.ts'

export interface GridHandle {
  focus(): void
  /** Activates a cell and scrolls to it. */
  show(place: CellPlace): void
  /** Scrolls to the active cell. */
  reveal(): void
}

interface DataGridProps {
  label: string
  model: GridModel
  columns: GridModel['columns']
  sort: GridSort | null
  /** Custom column widths in pixels. */
  widths: Readonly<Record<string, number>>
  onSort: (field: string) => void
  onWidth: (field: string, pixels: number) => void
  onOpen: (row: number) => void
  onLookup: ((place: CellPlace) => void) | null
  /** Opens the menu of a cell at a point of the window. */
  onMenu: (place: CellPlace, point: MenuPoint) => void
  /** Navigates to the target of a cell's value. */
  onFollow: (place: CellPlace) => void
  handle?: Ref<GridHandle>
}

/** Header height in pixels, as in the stylesheet. */
const head = 36
const leastStay = 76
/** Width of a digit in the row number column, and of its padding, in pixels. */
const digit = 7
const besideNumber = 52

const leastPool = 64

/**
 * A virtualized grid of any number of rows and columns, editable in place. Only the visible part is rendered; the grid has focus and
 * references the active cell.
 */
export function DataGrid({ label, model, columns, sort, widths, ...props }: DataGridProps) {
  const base = useId()
  const grid = useRef<HTMLDivElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const { selection, windows, drafts } = model
  useSyncExternalStore(windows.changed.subscribe, windows.changed.version)
  const created = useSyncExternalStore(drafts.changed.subscribe, () => drafts.created.length)
  const layout = useMemo(() => layColumns(columns.map(({ name, width }) => widths[name] ?? width)), [columns, widths])
  const rows = model.rowCount
  const stay = Math.max(leastStay, besideNumber + number(rows).length * digit)
  const { view, scrollTo, place, height } = useGridViewport({ scroller: grid, layer, rows, layout, head, stay })
  useOverflow(grid)
  useScrollReset(model, scrollTo)

  const { first, last } = view
  useEffect(() => windows.want(first - created, last - created), [windows, first, last, created])

  const reveal = useCallback(
    (cell: CellPlace) => {
      const element = grid.current
      if (!element) return
      const top = topToShow(cell.row, view.rowHeight, place.current.top, (element.clientHeight || 720) - head)
      const left = leftToShow(layout, cell.column, element.scrollLeft, (element.clientWidth || 1000) - stay)
      if (top !== place.current.top || left !== element.scrollLeft) scrollTo(top, left)
    },
    [view.rowHeight, place, layout, stay, scrollTo],
  )
  const toHead = (column: number) => {
    reveal({ row: selection.active.row, column })
    document.getElementById(`${base}-head-${column}`)?.focus({ preventScroll: true })
  }
  const keys = useGridKeys({
    model,
    grid,
    page: view.page,
    reveal,
    onHead: toHead,
    onOpen: props.onOpen,
    onLookup: props.onLookup,
    onMenu: (cell) => {
      reveal(cell)
      const box = document.getElementById(`${base}-${cell.row}-${cell.column}`)?.getBoundingClientRect()
      if (box) props.onMenu(cell, { left: box.left + 8, top: box.bottom })
    },
  })
  const pointer = useGridPointer({
    model,
    openCell: keys.openCell,
    onOpen: props.onOpen,
    onFollow: props.onFollow,
    onMenu: props.onMenu,
  })
  const clipboard = useGridClipboard(model, grid)
  const latest = useRef(keys.onEnd)
  latest.current = keys.onEnd
  const onEnd = useCallback<typeof keys.onEnd>((text, move) => latest.current(text, move), [])

  const focus = useCallback(() => grid.current?.focus({ preventScroll: true }), [])
  useImperativeHandle(props.handle, () => ({
    focus,
    show: (cell) => {
      selection.moveTo(cell)
      reveal(cell)
    },
    reveal: () => reveal(selection.active),
  }))
  useActiveDescendant(grid, model, base)

  const active = useSyncExternalStore(selection.changed.subscribe, () => selection.active.row)
  const drawn: number[] = []
  if (active < first || active > last) drawn.push(active)
  for (let index = first; index <= last; index++) drawn.push(index)
  const from = baseOf(first)
  // A row that scrolls into view reuses the elements of one that left it, except the active row, which may be open for editing.
  const pool = Math.ceil((last - first + 1) / leastPool) * leastPool

  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={0}
      className={styles.grid}
      style={{ '--grid-stay': `${stay}px` }}
      aria-label={label}
      aria-describedby={`${base}-keys`}
      aria-rowcount={model.knownCount === null ? -1 : model.knownCount + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable="true"
      aria-busy={!windows.loaded || windows.stale}
      data-stale={windows.stale || undefined}
      onKeyDown={keys.onKeyDown}
      {...pointer}
      {...clipboard}
    >
      <GridHead
        base={base}
        columns={columns}
        layout={layout}
        span={view.span}
        sort={sort}
        onSort={props.onSort}
        onWidth={props.onWidth}
        onLeave={(column) => {
          focus()
          selection.moveTo({ row: selection.active.row, column })
        }}
        onAlong={(column) => {
          if (column < 0 || column >= columns.length) return
          reveal({ row: selection.active.row, column })
          requestAnimationFrame(() => document.getElementById(`${base}-head-${column}`)?.focus({ preventScroll: true }))
        }}
      >
        <TickAll model={model} />
      </GridHead>
      <div style={{ height, width: stay + layout.total }} />
      <div ref={layer} className={styles.layer}>
        {drawn
          .filter((index) => index >= 0 && index < rows)
          .map((index) => {
            const row = model.rowAt(index)
            return (
              <GridLine
                key={index === active ? 'active' : index % pool}
                base={base}
                model={model}
                index={index}
                row={row}
                columns={columns}
                layout={layout}
                span={view.span}
                top={Math.max(-100, Math.min(2000, index - from)) * view.rowHeight}
                number={index < created ? t.new : number(index - created + 1)}
                onEnd={onEnd}
              />
            )
          })}
      </div>
      <VisuallyHidden as="p" id={`${base}-keys`}>
        {t.keysHelp}
      </VisuallyHidden>
    </div>
  )
}

/** Selects or deselects all rows. */
function TickAll({ model }: { model: GridModel }) {
  const { selection } = model
  const ticked = useSyncExternalStore(selection.changed.subscribe, () => selection.ticked)
  const all = ticked.size > 0 && ticked.size === model.knownCount
  return (
    <Checkbox
      labelHidden
      label={t.toggleAll}
      tabIndex={-1}
      value={all}
      mixed={!all && ticked.size > 0}
      onChange={() => {
        if (ticked.size > 0) selection.untickAll()
        else void tickAll(model).catch(() => model.say(t.rowsFailed))
      }}
    />
  )
}

/** Scrolls to the start when the model changes. */
function useScrollReset(model: GridModel, scrollTo: (top: number, left: number | null) => void): void {
  const shown = useRef(model)
  useEffect(() => {
    if (shown.current === model) return
    shown.current = model
    scrollTo(0, null)
  }, [model, scrollTo])
}

/** Sets `aria-activedescendant` without React, since it changes with every key and nothing else of the grid does. */
function useActiveDescendant(grid: { readonly current: HTMLElement | null }, model: GridModel, base: string): void {
  useEffect(() => {
    const name = () => {
      const { row, column } = model.selection.active
      if (model.selection.isEmpty) grid.current?.removeAttribute('aria-activedescendant')
      else grid.current?.setAttribute('aria-activedescendant', `${base}-${row}-${column}`)
    }
    name()
    return model.selection.changed.subscribe(name)
  }, [grid, model, base])
}
