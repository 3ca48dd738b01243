import { lazy, Suspense, useRef, useState } from 'react'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { notify } from '../../notifications/notify.ts'
import { Button } from '../../ui/button.tsx'
import type { MenuEntry } from '../../ui/menu.tsx'
import { type Condition, writeConditions } from './conditions.ts'
import { idOf, type ListDeclaration, type RecordId, type WireRecord } from './declaration.ts'
import { FilterChips } from './filter-chips.tsx'
import { ListDialogs, type OpenDialog } from './list-dialogs.tsx'
import { ListFooter } from './list-footer.tsx'
import { withView, withWidth } from './list-memory.ts'
import { columnEntries, currentView, transferEntries, viewEntries } from './list-menus.ts'
import { conditionsOf, sortAfterClick, sortOf, viewOf, withSearch } from './list-search.ts'
import { ListState } from './list-states.tsx'
import { ListTable } from './list-table.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { pagePosition, pageSizeOf, questionOf, shownColumns } from './list-view.ts'
import styles from './record-list.module.css'
import { isNothing, nothing, type Selection } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { exportCollection, exportShown } from './transfers.ts'
import { counted, orNotify, useListActions } from './use-list-actions.ts'
import { useListAddress } from './use-list-address.ts'
import { useListMemory } from './use-list-memory.ts'
import { useListShortcuts } from './use-list-shortcuts.ts'
import { useNarrow } from './use-narrow.ts'
import { useRows } from './use-rows.ts'

const FilterEditor = lazy(() => import('./filter-editor.tsx').then((module) => ({ default: module.FilterEditor })))

/** Opens an empty form of a new record; a copy starts from another one. */
export const newRecord = 'new'

interface RecordListProps<R extends WireRecord> {
  declaration: ListDeclaration<R>
  /** The record that is open over the list. */
  openId: string | null
  /** The record that was saved last. */
  flashId: RecordId | null
}

/** The list of a tab, whole: what to find, which columns, what to do with the rows, and where one is among them. */
export function RecordList<R extends WireRecord>({ declaration, openId, flashId }: RecordListProps<R>) {
  const { messages, collection, columns, path } = declaration
  const address = useListAddress(path)
  const { search, go } = address
  const [memory, remember] = useListMemory(collection)
  const [selection, setSelection] = useState<Selection>(nothing)
  const [dialog, setDialog] = useState<OpenDialog>({ kind: 'none' })
  const [editing, setEditing] = useState<{ index: number | null } | null>(null)
  const writeBlock = useWriteBlock()
  const searchRef = useRef<HTMLInputElement>(null)

  const question = questionOf(declaration, search, memory)
  const list = useRows<R>(question)
  const shown = shownColumns(columns, search, memory, useNarrow())
  const page = search.page ?? 1
  const pageSize = pageSizeOf(declaration, search, memory)
  const position = pagePosition({ page, pageSize, rows: list.rows.length, more: list.more, total: list.total })
  const conditions = conditionsOf(search)
  const asked = question.filter !== null

  const actions = useListActions({
    declaration,
    question,
    total: list.total,
    selection,
    select: setSelection,
    setDialog,
    afterRemoval: (removed) => {
      if (page > 1 && removed >= list.rows.length) go(withSearch(search, { page: page - 1 }))
    },
  })

  const ask = (change: Parameters<typeof withSearch>[1]) => {
    setSelection(nothing)
    go(withSearch(search, change))
  }
  const setConditions = (next: readonly Condition[]) => {
    setEditing(null)
    ask({ where: writeConditions(next) || undefined, view: undefined })
  }
  const searchFor = (text: string) => {
    if (text.trim() !== (search.filter ?? '')) ask({ filter: text.trim() || undefined, view: undefined })
  }
  const chooseColumns = (fields: string[] | null) => {
    remember(({ columns: _former, ...rest }) => (fields ? { ...rest, columns: fields } : rest))
    go(withSearch(search, { page: search.page, columns: fields?.join(','), view: undefined }), true)
  }

  useListShortcuts({
    enabled: openId === null && dialog.kind === 'none',
    search: () => searchRef.current?.focus(),
    help: () => setDialog({ kind: 'shortcuts' }),
    clear: () => setSelection(nothing),
  })

  const create = declaration.create ? (
    <Button variant="primary" disabledReason={writeBlock} onClick={() => address.open(newRecord)}>
      {declaration.create.label}
    </Button>
  ) : null

  const rowActions = (record: R): MenuEntry[] => [
    {
      label: 'Open',
      href: address.hrefOf(String(idOf(record))),
      onSelect: () => address.open(String(idOf(record))),
      keys: ['Enter'],
    },
    ...(declaration.canDuplicate
      ? [
          {
            label: 'Duplicate',
            disabledReason: writeBlock,
            onSelect: () => address.open(newRecord, { copy: String(idOf(record)) }),
          } satisfies MenuEntry,
        ]
      : []),
    ...(declaration.rowActions ?? []).map(
      ({ label, run, refused }): MenuEntry => ({
        label,
        disabledReason: writeBlock ?? refused?.(record) ?? null,
        onSelect: () => run(record),
      }),
    ),
    { kind: 'separator', id: 'delete' },
    {
      label: 'Delete',
      danger: true,
      disabledReason: writeBlock ?? (declaration.kept?.ids.includes(idOf(record)) ? declaration.kept.reason : null),
      onSelect: () => void actions.deleteOne(record),
      keys: ['Delete'],
    },
  ]

  return (
    <section className={styles.list} aria-label={declaration.many} inert={openId !== null}>
      {isNothing(selection) ? (
        <ListToolbar
          searchLabel={`Search ${declaration.many}`}
          searchText={search.filter ?? ''}
          searchRef={searchRef}
          fetching={list.fetching && list.loaded && !list.stale}
          chips={
            <FilterChips
              columns={columns}
              conditions={conditions}
              onEdit={(index) => setEditing({ index })}
              onRemove={(index) => setConditions(conditions.toSpliced(index, 1))}
            />
          }
          viewName={currentView(search, memory)}
          views={viewEntries({
            search,
            memory,
            remember,
            go,
            save: () => setDialog({ kind: 'save-view' }),
            copyLink: () => {
              void navigator.clipboard?.writeText(window.location.href)
              notify({ type: 'success', title: messages.module, text: 'Address copied.' })
            },
          })}
          columns={columnEntries({
            columns,
            shown,
            choose: chooseColumns,
            resetWidths: () => remember(({ widths: _former, ...rest }) => rest),
          })}
          transfers={
            declaration.importExport
              ? transferEntries({
                  writeBlock,
                  importIt: () => setDialog({ kind: 'import' }),
                  exportAll: (format) => void orNotify(exportCollection(collection, format)),
                  exportShown: (format) => void orNotify(exportShown(question, shown, format, null)),
                })
              : []
          }
          createLabel={declaration.create?.label ?? null}
          onSearch={searchFor}
          onAddFilter={() => setEditing(editing ? null : { index: null })}
          onRefresh={list.refresh}
          onCreate={() => address.open(newRecord)}
        />
      ) : (
        <SelectionBar
          selection={selection}
          total={list.total}
          many={declaration.many}
          canEdit={Boolean(declaration.bulkFields?.length)}
          onSelection={setSelection}
          onEdit={() => setDialog({ kind: 'bulk-edit' })}
          onExport={() => void orNotify(exportShown(question, shown, 'csv', selection))}
          onDelete={() => void actions.deleteChosen()}
        />
      )}
      {editing ? (
        <Suspense fallback={null}>
          <FilterEditor
            key={editing.index}
            columns={columns}
            start={editing.index === null ? null : (conditions[editing.index] ?? null)}
            onApply={(condition) =>
              setConditions(
                editing.index === null ? [...conditions, condition] : conditions.with(editing.index, condition),
              )
            }
            onCancel={() => setEditing(null)}
          />
        </Suspense>
      ) : null}
      {(list.error && !list.loaded) || (list.loaded && list.rows.length === 0) ? (
        <ListState
          messages={messages}
          error={list.loaded ? null : list.error}
          asked={asked}
          onRetry={list.refresh}
          onClear={() => ask({ filter: undefined, where: undefined, view: undefined })}
          create={create}
        />
      ) : (
        <ListTable
          label={declaration.many}
          columns={shown}
          widthOf={(column) => memory.widths?.[column.field] ?? column.width}
          rows={list.rows}
          loaded={list.loaded}
          stale={list.stale}
          offset={question.offset}
          total={list.total}
          sort={sortOf(search)}
          selection={selection}
          openId={openId}
          flashId={flashId}
          hrefOf={(record) => address.hrefOf(String(idOf(record)))}
          nameOf={declaration.nameOf}
          actionsOf={rowActions}
          onSort={(field) => {
            const { down } = sortAfterClick(sortOf(search), field)
            go(withSearch(search, { sort: down ? `-${field}` : field, view: undefined }))
          }}
          onWidth={(field, pixels) => remember((now) => withWidth(now, field, pixels))}
          onSelection={setSelection}
          onOpen={(record) => address.open(String(idOf(record)))}
          onDelete={(record) => void actions.deleteOne(record)}
        />
      )}
      <ListFooter
        position={position}
        total={list.total}
        pageSize={pageSize}
        onPage={(next) => go(withSearch(search, { page: next }))}
        onPageSize={(size) => {
          remember((now) => ({ ...now, pageSize: size }))
          go(withSearch(search, { pageSize: size }))
        }}
      />
      <p className={styles.unseen} role="status">
        {list.sortedHere ? 'The server does not sort by this column; the rows of this page are sorted.' : ''}
      </p>
      <ListDialogs
        open={dialog}
        collection={collection}
        many={declaration.many}
        what={counted(selection.kind === 'some' ? selection.ids.size : list.total, declaration)}
        bulkFields={declaration.bulkFields ?? []}
        views={memory.views.map(({ name }) => name)}
        onClose={() => setDialog({ kind: 'none' })}
        onImported={() => {
          setDialog({ kind: 'none' })
          actions.say(messages.imported)
          go(withSearch(search, {}))
          actions.reread()
        }}
        onSaveView={(name) => {
          setDialog({ kind: 'none' })
          remember((now) => withView(now, { name, search: viewOf(search) }))
          go(withSearch(search, { view: name }), true)
        }}
        onBulkEdit={actions.editChosen}
      />
    </section>
  )
}
