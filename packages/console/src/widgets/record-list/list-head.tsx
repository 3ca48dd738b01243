import { lazy, type RefObject, Suspense, useState } from 'react'
import { notify } from '../../notifications/notify.ts'
import type { Condition } from './conditions.ts'
import { filterColumns, type ListDeclaration, type WireRecord } from './declaration.ts'
import { FilterChips } from './filter-chips.tsx'
import { columnEntries, currentView, exportEntries, viewEntries } from './list-menus.ts'
import { ListToolbar } from './list-toolbar.tsx'
import { newRecord } from './new-record.ts'
import { isNothing } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { exportCollection, exportShown } from './transfers.ts'
import { orNotify } from './use-list-actions.ts'
import type { ListModel } from './use-list-model.ts'

const FilterEditor = lazy(() => import('./filter-editor.tsx').then((module) => ({ default: module.FilterEditor })))

interface ListHeadProps<R extends WireRecord> {
  declaration: ListDeclaration<R>
  model: ListModel<R>
  searchRef: RefObject<HTMLInputElement | null>
  /** Leads from the search box to the rows. */
  onDown: () => void
}

/** Over the rows: the tools of the list, or while something is selected, what can be done with that. */
export function ListHead<R extends WireRecord>({ declaration, model, searchRef, onDown }: ListHeadProps<R>) {
  const { search, memory, remember, address, conditions, question, columns, list, setDialog } = model
  const { collection, messages } = declaration
  /** The chip that is being changed; `null` inside: a new one. */
  const [editing, setEditing] = useState<{ readonly index: number | null } | null>(null)

  if (!isNothing(model.selection))
    return (
      <SelectionBar
        selection={model.selection}
        total={list.total}
        many={declaration.many}
        canDelete={!declaration.readOnly}
        canEdit={Boolean(declaration.bulkFields?.length)}
        onSelection={model.select}
        further={declaration.bulkActions ?? []}
        onFurther={(action) => void model.actions.runChosen(action)}
        onEdit={() => setDialog({ kind: 'bulk-edit' })}
        onExport={() => void orNotify(exportShown(question, columns, 'csv', model.selection))}
        onDelete={() => void model.actions.deleteChosen()}
      />
    )

  const apply = (condition: Condition) => {
    const index = editing?.index ?? null
    setEditing(null)
    model.setConditions(index === null ? [...conditions, condition] : conditions.with(index, condition))
  }

  return (
    <>
      <ListToolbar
        searchLabel={`Search ${declaration.many}`}
        searchText={search.filter ?? ''}
        searchRef={searchRef}
        fetching={list.fetching && list.loaded && !list.stale}
        chips={
          <FilterChips
            columns={filterColumns(declaration)}
            conditions={conditions}
            onEdit={(index) => setEditing({ index })}
            onRemove={(index) => model.setConditions(conditions.toSpliced(index, 1))}
          />
        }
        viewName={currentView(search, memory)}
        views={viewEntries({
          search,
          memory,
          remember,
          go: address.go,
          save: () => setDialog({ kind: 'save-view' }),
          copyLink: () => {
            void navigator.clipboard?.writeText(window.location.href)
            notify({ type: 'success', title: messages.module, text: 'Address copied.' })
          },
        })}
        columns={columnEntries({
          columns: declaration.columns,
          shown: columns,
          choose: model.chooseColumns,
          resetWidths: () => remember(({ widths: _former, ...rest }) => rest),
        })}
        exports={
          declaration.importExport
            ? exportEntries({
                exportAll: (format) => void orNotify(exportCollection(collection, format, declaration.exportRelated)),
                exportShown: (format) => void orNotify(exportShown(question, columns, format, null)),
              })
            : null
        }
        createLabel={declaration.create?.label ?? null}
        onSearch={model.searchFor}
        onDown={onDown}
        onAddFilter={() => setEditing(editing ? null : { index: null })}
        onRefresh={list.refresh}
        onImport={declaration.importExport && !declaration.readOnly ? () => setDialog({ kind: 'import' }) : null}
        onCreate={() => address.open(newRecord)}
      />
      {editing ? (
        <Suspense fallback={null}>
          <FilterEditor
            key={editing.index}
            columns={filterColumns(declaration)}
            start={editing.index === null ? null : (conditions[editing.index] ?? null)}
            onApply={apply}
            onCancel={() => setEditing(null)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
