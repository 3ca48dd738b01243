import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, type RefObject, Suspense, useState } from 'react'
import { notify } from '../../../notifications/notify.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import { inOwnZone } from '../../access/condition/moment-text.ts'
import { type Condition, needsValue } from '../../records/list-declaration/conditions.ts'
import {
  type FilterColumn,
  filterColumns,
  type ListDeclaration,
  type WireRecord,
} from '../../records/list-declaration/declaration.ts'
import { namesQuery, type RecordSource } from '../../records/record-picker/record-source.ts'
import styles from './filters.module.css'
import { wordOf } from './list-filter.ts'
import { columnEntries, currentView, viewEntries } from './list-menus.ts'
import { ListToolbar } from './list-toolbar.tsx'
import { t } from './messages.ts'
import { newRecord } from './new-record.ts'
import { isNothing } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { notifyOnError } from './use-list-actions.ts'
import type { ListModel } from './use-list-model.ts'

const FilterEditor = lazy(() => import('./filter-editor.tsx').then((module) => ({ default: module.FilterEditor })))

interface ListHeadProps<R extends WireRecord> {
  declaration: ListDeclaration<R>
  model: ListModel<R>
  searchRef: RefObject<HTMLInputElement | null>
  /** Moves focus from the search box to the rows. */
  onDown: () => void
}

/** Above the rows: the list's tools, or the actions for the selection. */
export function ListHead<R extends WireRecord>({ declaration, model, searchRef, onDown }: ListHeadProps<R>) {
  const { search, memory, remember, address, conditions, columns, list, setDialog } = model
  const { messages } = declaration
  /** The edited filter chip; an `index` of `null` is a new one. */
  const [editing, setEditing] = useState<{ readonly index: number | null } | null>(null)

  const exportRows = () =>
    void notifyOnError(
      import('./list-source.ts').then(({ listSource }) => {
        const { question, selection } = model
        setDialog({
          kind: 'export',
          source: listSource({ declaration, question, columns, selection, total: list.total }),
        })
      }),
    )

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
        onExport={exportRows}
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
        searchLabel={t.searchMany({ many: declaration.many })}
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
            notify({ type: 'success', title: messages.module, text: t.linkCopied })
          },
        })}
        columns={columnEntries({
          columns: declaration.columns,
          shown: columns,
          choose: model.chooseColumns,
          resetWidths: () => remember(({ widths: _former, ...rest }) => rest),
        })}
        createLabel={declaration.create?.label ?? null}
        onSearch={model.searchFor}
        onDown={onDown}
        onAddFilter={() => setEditing(editing ? null : { index: null })}
        onRefresh={list.refresh}
        onExport={declaration.importExport ? exportRows : null}
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

interface FilterChipsProps {
  columns: readonly FilterColumn[]
  conditions: readonly Condition[]
  onEdit: (index: number) => void
  onRemove: (index: number) => void
}

function FilterChips({ columns, conditions, onEdit, onRemove }: FilterChipsProps) {
  return (
    <ul className={styles.chips} aria-label={t.filters}>
      {conditions.map((condition, index) => (
        <Chip
          key={`${condition.field}${condition.operator}${condition.value}`}
          condition={condition}
          column={columns.find(({ field }) => field === condition.field)}
          onEdit={() => onEdit(index)}
          onRemove={() => onRemove(index)}
        />
      ))}
    </ul>
  )
}

interface ChipProps {
  condition: Condition
  column: FilterColumn | undefined
  onEdit: () => void
  onRemove: () => void
}

function Chip({ condition, column, onEdit, onRemove }: ChipProps) {
  const words = conditionWords(condition, column, useRecordName(condition, column))
  return (
    <li className={styles.chip}>
      <button type="button" className={styles.words} onClick={onEdit} title={t.changeThisFilter}>
        {words}
      </button>
      <button type="button" className={styles.remove} aria-label={t.removeFilter({ words })} onClick={onRemove}>
        <IconX size={14} aria-hidden="true" />
      </button>
    </li>
  )
}

const noSource: RecordSource = { collection: '', many: '', nameField: '', searchFields: [] }

/** The name of the record in a condition; its id until the name is loaded. */
function useRecordName({ value }: Condition, column: FilterColumn | undefined): string {
  const id = Number(value)
  const isReference = column?.source !== undefined && Number.isInteger(id)
  const { data } = useQuery(namesQuery(column?.source ?? noSource, isReference ? [id] : []))
  return (isReference && data?.get(id)) || value
}

/** A condition as text: `Email contains ann`. */
function conditionWords(condition: Condition, column: FilterColumn | undefined, value: string): string {
  const label = column?.label ?? condition.field
  const word = wordOf(condition.operator, column?.kind ?? 'text')
  if (!needsValue(condition.operator)) return t.condition({ label, word })
  if (column?.kind === 'boolean')
    return t.conditionValue({ label, word, value: condition.value === 'true' ? tabWords.yes : tabWords.no })
  const chosen = column?.options?.find((option) => option.value === condition.value)
  if (chosen) return chosen.label
  const moment = column?.kind === 'date' ? inOwnZone('datetime', value) : null
  return t.conditionValue({ label, word, value: moment ?? value })
}
