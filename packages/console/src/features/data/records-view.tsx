import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useReconnected } from '../../instance/connection.ts'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { Banner } from '../../ui/banner.tsx'
import { useSaveKey } from '../../ui/use-save-key.ts'
import { DataGrid, type GridHandle } from '../../widgets/grid/data-grid.tsx'
import type { GridRecord } from '../../widgets/grid/grid-source.ts'
import type { CellPlace } from '../../widgets/grid/selection.ts'
import { withWidth } from '../../widgets/list/record-list/list-memory.ts'
import { useListMemory } from '../../widgets/list/record-list/use-list-memory.ts'
import { useNarrow } from '../../widgets/list/record-list/use-narrow.ts'
import { LoadFailure } from '../../widgets/records/load-failure/load-failure.tsx'
import { autoColumns } from './auto-columns.ts'
import styles from './data.module.css'
import {
  type DataSearch,
  newRowKey,
  nextSort,
  readDataSearch,
  readRecordConditions,
  readSort,
  writeRecordConditions,
  writeSort,
} from './data-address.ts'
import type { OpenedTable } from './data-queries.ts'
import { useGridColumns, useReferenceNames } from './grid-columns.ts'
import type { OpenedMenu } from './grid-menu.tsx'
import { dataMessages } from './messages.ts'
import {
  type RecordCondition,
  recordFilter,
  recordOrder,
  searchedFields,
  searchFilter,
  together,
} from './record-filter.ts'
import { type DialogName, RecordSearchBox, RecordToolbar } from './record-toolbar.tsx'
import { useFollow } from './use-follow.ts'
import { confirmDiscard, useRecordActions, useUnsavedGuard } from './use-record-actions.ts'
import { useGridRecords } from './use-records.ts'
import { type TablePlace, tablePath } from './wire-table.ts'

const RecordPanel = lazy(() => import('./record-panel.tsx').then(({ RecordPanel }) => ({ default: RecordPanel })))
const EmptyRecords = lazy(() => import('./empty-records.tsx').then(({ EmptyRecords }) => ({ default: EmptyRecords })))
const RowCards = lazy(() => import('../../widgets/grid/row-cards.tsx').then(({ RowCards }) => ({ default: RowCards })))
const StatusBar = lazy(() => import('./status-bar.tsx').then(({ StatusBar }) => ({ default: StatusBar })))
const FilterBar = lazy(() => import('./filter-bar.tsx').then(({ FilterBar }) => ({ default: FilterBar })))
const FilterNote = lazy(() =>
  import('../../widgets/list/record-list/filter-note.tsx').then(({ FilterNote }) => ({ default: FilterNote })),
)
const GridLookup = lazy(() => import('./grid-lookup.tsx').then(({ GridLookup }) => ({ default: GridLookup })))
const GridMenu = lazy(() => import('./grid-menu.tsx').then(({ GridMenu }) => ({ default: GridMenu })))
const RecordDialogs = lazy(() =>
  import('./record-dialogs.tsx').then(({ RecordDialogs }) => ({ default: RecordDialogs })),
)

/** Column widths before any were changed. */
const asGiven = {}

/** The records of a table: filter, grid and pending edits. */
export function RecordsView({ place, opened }: { place: TablePlace; opened: OpenedTable }) {
  const navigate = useNavigate()
  const { table } = opened
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const search = readDataSearch(raw)
  const conditions = readRecordConditions(search.filter ?? '')
  const sort = readSort(search.order)
  const chosen = useMemo(
    () => search.columns?.split(',').filter(Boolean) ?? autoColumns(table.fields),
    [search.columns, table],
  )
  const { columns, ...naming } = useGridColumns(place, table, chosen)
  const searched = searchedFields(table)
  const filter = together(
    [recordFilter(table, conditions), searched.length > 0 ? searchFilter(table, search.search ?? '') : null],
    'AND',
  )
  const order = recordOrder(table, sort)
  const plain = filter === null && sort === null
  const model = useGridRecords({ place, opened, filter, order, columns, plain })
  useReferenceNames(place, table, model, naming)
  const follow = useFollow(place, table, model)
  const [{ widths = asGiven }, remember] = useListMemory(tablePath(place))
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const [lookup, setLookup] = useState<CellPlace | null>(null)
  const [menu, setMenu] = useState<OpenedMenu | null>(null)
  const [filtering, setFiltering] = useState<boolean | null>(null)
  const [rowsAdded, setRowsAdded] = useState(0)
  const grid = useRef<GridHandle>(null)
  const narrow = useNarrow()
  const writeBlock = useWriteBlock()
  useUnsavedGuard(model)
  useReconnected(() => model.windows.retry())
  useSyncExternalStore(model.windows.changed.subscribe, model.windows.changed.version)
  useSyncExternalStore(model.drafts.changed.subscribe, () => model.rowCount)

  const asking = useRef(false)
  /** Number of searches that were given up to keep unsaved records; the box then shows the search of the address again. */
  const [searchesKept, setSearchesKept] = useState(0)

  const goTo = (next: DataSearch, replace = false) => {
    const path = `/data/${encodeURIComponent(place.service)}/${encodeURIComponent(place.table)}`
    // New rows are shown from the top, where the router would restore the scroll position of the previous ones.
    void navigate({ to: path, search: { ...next }, replace, resetScroll: false })
  }
  const without = (...names: readonly (keyof DataSearch)[]): DataSearch =>
    Object.fromEntries(Object.entries(search).filter(([name]) => !names.some((one) => one === name)))

  const show = (key: string, field: string) => {
    const row = model.placeOf(key)
    const column = Math.max(
      0,
      columns.findIndex(({ name }) => name === field),
    )
    if (row !== null) grid.current?.show({ row, column })
    // A form over the grid keeps the focus.
    if (search.record === undefined) grid.current?.focus()
  }
  const actions = useRecordActions({ place, table, model, show, reveal: () => grid.current?.reveal() })
  useSaveKey(writeBlock || search.record !== undefined ? null : () => void actions.save())

  const open = (index: number) => {
    const row = model.rowAt(index)
    if (row) goTo({ ...search, record: row.key })
  }
  const ask = (next: readonly RecordCondition[]) =>
    goTo({ ...without('filter', 'record'), ...(next.length > 0 && { filter: writeRecordConditions(next) }) })
  const searchFor = async (text: string) => {
    // The box repeats a search that has not been made yet.
    if (asking.current) return
    asking.current = true
    const sure = await confirmDiscard(model)
    asking.current = false
    if (!sure) return setSearchesKept(searchesKept + 1)
    model.drafts.clear()
    goTo({ ...without('search', 'record'), ...(text !== '' && { search: text }) }, true)
  }
  const addRow = (record: GridRecord) => {
    model.drafts.add(record)
    const column = Math.max(
      0,
      columns.findIndex(({ locked }) => locked === null),
    )
    model.selection.moveTo({ row: model.drafts.created.length - 1, column })
    setRowsAdded((count) => count + 1)
  }
  const filterShown = filtering ?? conditions.length > 0
  const empty = model.windows.loaded && !model.windows.stale && model.rowCount === 0
  const { problem } = model.windows
  // The first row of an empty table brings the grid with it.
  useEffect(() => {
    if (rowsAdded === 0) return
    grid.current?.reveal()
    grid.current?.focus()
  }, [rowsAdded])

  return (
    <div className={styles.view}>
      <RecordToolbar
        place={place}
        model={model}
        actions={actions}
        search={
          searched.length === 0 ? null : (
            <RecordSearchBox
              key={searchesKept}
              fields={searched}
              value={search.search ?? ''}
              onSearch={(text) => void searchFor(text)}
              onDown={() => grid.current?.focus()}
            />
          )
        }
        filtering={filterShown}
        onFilter={() => setFiltering(!filterShown)}
        onDialog={setDialog}
        onCreate={() => goTo({ ...search, record: newRowKey })}
        onAddRow={() => addRow({})}
      />
      {filterShown ? (
        <Suspense fallback={null}>
          <FilterBar
            table={table}
            conditions={conditions}
            sort={sort}
            onApply={ask}
            onRemove={() => {
              setFiltering(false)
              goTo(without('filter', 'order', 'record'))
            }}
          />
        </Suspense>
      ) : null}
      {filter === null ? null : (
        <Suspense fallback={null}>
          <FilterNote filter={filter} />
        </Suspense>
      )}
      {table.key.length === 0 ? <Banner tone="info">{dataMessages.noKey}</Banner> : null}
      {problem === null ? null : (
        <LoadFailure error={problem} text={dataMessages.recordsFailed} onRetry={() => model.windows.retry()} />
      )}
      <Suspense fallback={null}>
        {empty ? (
          <EmptyRecords
            filtered={filter !== null}
            onCreate={() => goTo({ ...search, record: newRowKey })}
            onClear={() => goTo(without('filter', 'search', 'record'))}
          />
        ) : narrow ? (
          <RowCards label={table.plural} model={model} onOpen={open} />
        ) : (
          <DataGrid
            handle={grid}
            label={table.plural}
            model={model}
            columns={columns}
            sort={sort}
            widths={widths}
            onWidth={(field, pixels) => remember((now) => withWidth(now, field, pixels))}
            onSort={(field) => {
              const next = nextSort(sort, field)
              goTo({ ...without('order', 'record'), ...(next && { order: writeSort(next) }) })
            }}
            onOpen={open}
            onLookup={setLookup}
            onFollow={follow}
            onMenu={(cell, point) => setMenu({ cell, point })}
          />
        )}
      </Suspense>
      <Suspense fallback={<div className={styles.status} />}>
        <StatusBar
          model={model}
          onJump={narrow || empty ? null : (row) => grid.current?.show({ row, column: model.selection.active.column })}
        />
      </Suspense>
      <Suspense fallback={null}>
        {search.record === undefined ? null : (
          <RecordPanel
            key={search.record}
            place={place}
            table={table}
            model={model}
            actions={actions}
            record={search.record}
            onClose={() => goTo(without('record'))}
          />
        )}
        {menu === null ? null : (
          <GridMenu
            {...menu}
            table={table}
            model={model}
            writeBlock={writeBlock}
            onOpen={open}
            onLookup={setLookup}
            onFollow={follow}
            onFilter={(condition) => ask([...conditions, condition])}
            onDuplicate={addRow}
            onRemove={(keys) => void actions.remove(keys)}
            onClose={() => {
              setMenu(null)
              grid.current?.focus()
            }}
          />
        )}
        {lookup === null ? null : (
          <GridLookup
            place={place}
            table={table}
            model={model}
            cell={lookup}
            onClose={() => {
              setLookup(null)
              grid.current?.focus()
            }}
          />
        )}
        {dialog === null ? null : (
          <RecordDialogs
            name={dialog}
            place={place}
            table={table}
            model={model}
            filter={filter}
            order={order}
            chosen={chosen}
            onChoose={(names) => goTo({ ...without('columns'), ...(names && { columns: names.join(',') }) }, true)}
            onClose={() => setDialog(null)}
          />
        )}
      </Suspense>
    </div>
  )
}
