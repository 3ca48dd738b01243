import type { MenuEntry } from '../../../ui/menu-entry.ts'
import type { Column, WireRecord } from '../../records/list-declaration/declaration.ts'
import { type ListSearch, sameView } from '../../records/list-declaration/list-search.ts'
import { type ListMemory, withoutView } from './list-memory.ts'
import { columnChoice } from './list-view.ts'
import { t } from './messages.ts'

type Remember = (change: (memory: ListMemory) => ListMemory) => void

interface ViewsParts {
  readonly search: ListSearch
  readonly memory: ListMemory
  readonly remember: Remember
  readonly go: (search: ListSearch) => void
  readonly save: () => void
  readonly copyLink: () => void
}

export function currentView(search: ListSearch, memory: ListMemory): string | null {
  return memory.views.find((view) => sameView(view.search, search))?.name ?? null
}

export function viewEntries({ search, memory, remember, go, save, copyLink }: ViewsParts): MenuEntry[] {
  const current = currentView(search, memory)
  const plain = sameView(search, {})
  return [
    { kind: 'check', label: t.allRecords, checked: plain, onChange: () => go({}) },
    ...memory.views.map(
      (view): MenuEntry => ({
        kind: 'check',
        label: view.name,
        checked: view.name === current,
        onChange: () => go({ ...view.search, view: view.name }),
      }),
    ),
    { kind: 'separator', id: 'views' },
    { label: t.saveThisView, onSelect: save },
    { label: t.copyLink, onSelect: copyLink },
    ...(current === null
      ? []
      : [
          {
            label: t.deleteView({ name: current }),
            danger: true,
            onSelect: () => remember((now) => withoutView(now, current)),
          } satisfies MenuEntry,
        ]),
  ]
}

interface ColumnParts<R extends WireRecord> {
  readonly columns: readonly Column<R>[]
  readonly shown: readonly Column<R>[]
  readonly choose: (fields: string[] | null) => void
  readonly resetWidths: () => void
}

export function columnEntries<R extends WireRecord>({
  columns,
  shown,
  choose,
  resetWidths,
}: ColumnParts<R>): MenuEntry[] {
  const reset = () => {
    choose(null)
    resetWidths()
  }
  const fields = shown.map(({ field }) => field)
  return [
    ...columns.map(
      ({ field, label }): MenuEntry => ({
        kind: 'check',
        label,
        checked: fields.includes(field),
        disabled: fields.length === 1 && fields[0] === field,
        onChange: () =>
          choose(
            columnChoice(columns, fields.includes(field) ? fields.filter((one) => one !== field) : [...fields, field]),
          ),
      }),
    ),
    { kind: 'separator', id: 'columns' },
    { label: t.resetColumns, onSelect: reset },
  ]
}
