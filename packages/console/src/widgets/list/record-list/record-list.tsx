import { useEffect, useRef } from 'react'
import type { RecordId } from '../../../instance/collections.ts'
import { useWriteBlock } from '../../../instance/instance-profile.ts'
import { Button } from '../../../ui/button.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { type Column, idOf, type ListDeclaration, type WireRecord } from '../../records/list-declaration/declaration.ts'
import { FilterNote } from './filter-note.tsx'
import { isNarrowed } from './first-page.ts'
import { ListDialogs } from './list-dialogs.tsx'
import { ListFooter } from './list-footer.tsx'
import { ListHead } from './list-head.tsx'
import { withWidth } from './list-memory.ts'
import { ListState, OldRows } from './list-states.tsx'
import { ListTable } from './list-table.tsx'
import { t } from './messages.ts'
import { newRecord } from './new-record.ts'
import styles from './record-list.module.css'
import { rowEntries } from './row-parts.tsx'
import { nothing } from './selection.ts'
import { useReturnHomeOnError } from './use-leave-when-refused.ts'
import { counted } from './use-list-actions.ts'
import { type ListModel, useListModel } from './use-list-model.ts'

/** Most that a column which takes the remaining width asks for, in pixels, and on a narrow screen. */
const growLeast = 150
const growLeastNarrow = 96

interface RecordListProps<R extends WireRecord> {
  declaration: ListDeclaration<R>
  /** Id of the record that is open over the list. */
  openId: string | null
  /** Id of the record that was saved last. */
  flashId: RecordId | null
}

/** The complete list of a tab: search, filters, columns, rows with actions, and paging. */
export function RecordList<R extends WireRecord>({ declaration, openId, flashId }: RecordListProps<R>) {
  const model = useListModel(declaration)
  const { list, selection, dialog, setDialog, actions } = model
  const searchRef = useRef<HTMLInputElement>(null)
  const section = useRef<HTMLElement>(null)
  const failed = list.error !== null && !list.loaded
  useReturnHomeOnError(declaration, failed ? list.error : null, isNarrowed(model.question))
  const rowless = failed || (list.loaded && list.rows.length === 0)

  useListShortcuts({
    enabled: openId === null && dialog.kind === 'none',
    search: () => searchRef.current?.focus(),
    help: () => setDialog({ kind: 'shortcuts' }),
    clear: () => model.select(nothing),
  })

  return (
    <section ref={section} className={styles.list} aria-label={declaration.many} inert={openId !== null}>
      <ListHead
        declaration={declaration}
        model={model}
        searchRef={searchRef}
        onDown={() => section.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus()}
      />
      <FilterNote filter={model.question.filter} />
      {list.error !== null && list.loaded ? (
        <OldRows error={list.error} trying={list.fetching} onRetry={list.refresh} />
      ) : null}
      {rowless ? (
        <NoRows declaration={declaration} model={model} />
      ) : (
        <Rows declaration={declaration} model={model} openId={openId} flashId={flashId} />
      )}
      {rowless && model.position.page === 1 ? null : (
        <ListFooter
          position={model.position}
          total={list.total}
          pageSize={model.pageSize}
          onPage={model.turnTo}
          onPageSize={model.setPageSize}
        />
      )}
      <VisuallyHidden as="p" role="status">
        {list.sortedHere ? t.pageSortedHelp : ''}
      </VisuallyHidden>
      <ListDialogs
        open={dialog}
        collection={declaration.collection}
        one={declaration.one}
        many={declaration.many}
        what={counted(selection.kind === 'some' ? selection.ids.size : list.total, declaration)}
        bulkFields={declaration.bulkFields ?? []}
        chosen={selection.kind === 'some' ? [...selection.ids] : []}
        views={model.memory.views.map(({ name }) => name)}
        onClose={() => setDialog({ kind: 'none' })}
        onImported={(all) => {
          actions.reread()
          if (!all) return
          setDialog({ kind: 'none' })
          actions.say(declaration.messages.imported)
          model.ask({})
        }}
        onSaveView={(name) => {
          setDialog({ kind: 'none' })
          model.saveView(name)
        }}
        onBulkEdit={actions.editChosen}
      />
    </section>
  )
}

interface PartProps<R extends WireRecord> {
  declaration: ListDeclaration<R>
  model: ListModel<R>
}

function NoRows<R extends WireRecord>({ declaration, model }: PartProps<R>) {
  const { list, address } = model
  const writeBlock = useWriteBlock()
  return (
    <ListState
      messages={declaration.messages}
      error={list.loaded ? null : list.error}
      asked={isNarrowed(model.question)}
      onRetry={list.refresh}
      onClear={() => model.ask({ filter: undefined, where: undefined })}
      create={
        declaration.create ? (
          <Button variant="primary" disabledReason={writeBlock} onClick={() => address.open(newRecord)}>
            {declaration.create.first ?? declaration.create.label}
          </Button>
        ) : null
      }
    />
  )
}

function Rows<R extends WireRecord>({
  declaration,
  model,
  openId,
  flashId,
}: PartProps<R> & Pick<RecordListProps<R>, 'openId' | 'flashId'>) {
  const { list, address, actions, memory } = model
  const writeBlock = useWriteBlock()
  const widthOf = (column: Column<R>) =>
    memory.widths?.[column.field] ??
    (column.grow ? Math.min(column.width, model.narrow ? growLeastNarrow : growLeast) : column.width)
  return (
    <ListTable
      label={declaration.many}
      columns={model.columns}
      widthOf={widthOf}
      isFixed={(column) => memory.widths?.[column.field] !== undefined || !column.grow}
      rows={list.rows}
      loaded={list.loaded}
      stale={list.stale}
      whole={list.loaded && model.position.page === 1 && !model.position.hasNext}
      offset={model.question.offset}
      total={list.total}
      sort={model.sort}
      selection={model.selection}
      openId={openId}
      flashId={flashId}
      hrefOf={(record) => address.hrefOf(String(idOf(record)))}
      nameOf={declaration.nameOf}
      actionsOf={(record) =>
        rowEntries({ declaration, record, address, writeBlock, onDelete: (one) => void actions.deleteOne(one) })
      }
      onSort={model.sortBy}
      onWidth={(field, pixels) => model.remember((now) => withWidth(now, field, pixels))}
      onSelection={model.select}
      onOpen={(record) => address.open(String(idOf(record)))}
      onDelete={(record) => {
        if (!writeBlock && !declaration.readOnly) void actions.deleteOne(record)
      }}
    />
  )
}

interface ListShortcuts {
  readonly enabled: boolean
  readonly search: () => void
  readonly help: () => void
  readonly clear: () => void
}

/** Shortcuts that work wherever the focus is, except in text inputs and in dialogs over the list. */
function useListShortcuts(shortcuts: ListShortcuts): void {
  const current = useRef(shortcuts)
  current.current = shortcuts

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { enabled, search, help, clear } = current.current
      if (!enabled || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event))
        return
      if (event.key === '/') search()
      else if (event.key === '?') help()
      else if (event.key === 'Escape') return clear()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function isTyping({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    target.closest(
      'input:not([type="checkbox"]), textarea, select, [role="menu"], [role="dialog"], [role="alertdialog"]',
    ) !== null
  )
}
