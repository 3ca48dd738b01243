import { useState } from 'react'
import { type Condition, writeConditions } from '../../records/list-declaration/conditions.ts'
import type { ListDeclaration, WireRecord } from '../../records/list-declaration/declaration.ts'
import {
  conditionsOf,
  type ListSearch,
  sortAfterClick,
  sortOf,
  viewOf,
  withSearch,
} from '../../records/list-declaration/list-search.ts'
import { pageSizeOf } from './first-page.ts'
import type { OpenDialog } from './list-dialogs.tsx'
import { withView } from './list-memory.ts'
import { pagePosition, questionOf, shownColumns } from './list-view.ts'
import { nothing, type Selection } from './selection.ts'
import { useListActions } from './use-list-actions.ts'
import { useListAddress } from './use-list-address.ts'
import { useListMemory } from './use-list-memory.ts'
import { useNarrow } from './use-narrow.ts'
import { useRows } from './use-rows.ts'

type SearchChange = { readonly [K in keyof ListSearch]?: ListSearch[K] | undefined }

/** State of a list: its query, rows and selection, and everything that changes them. */
export function useListModel<R extends WireRecord>(declaration: ListDeclaration<R>) {
  const address = useListAddress(declaration.path)
  const { search, go } = address
  const [memory, remember] = useListMemory(declaration.collection)
  const [selection, select] = useState<Selection>(nothing)
  const [dialog, setDialog] = useState<OpenDialog>({ kind: 'none' })
  const narrow = useNarrow()

  const question = questionOf(declaration, search, memory)
  const list = useRows<R>(question, {
    sortValue: declaration.columns.find(({ field }) => field === question.sort?.field)?.sortValue,
    live: declaration.live,
    beside: declaration.beside,
  })
  const page = search.page ?? 1
  const pageSize = pageSizeOf(declaration, search, memory)

  /** Changes the query, which clears the selection. */
  const ask = (change: SearchChange) => {
    select(nothing)
    go(withSearch(search, { view: undefined, ...change }))
  }

  const actions = useListActions({
    declaration,
    question,
    total: list.total,
    selection,
    select,
    setDialog,
    afterRemoval: (removed) => {
      if (page > 1 && removed >= list.rows.length) go(withSearch(search, { page: page - 1 }))
    },
  })

  return {
    address,
    search,
    memory,
    remember,
    selection,
    select,
    dialog,
    setDialog,
    narrow,
    question,
    list,
    pageSize,
    actions,
    ask,
    columns: shownColumns(declaration.columns, search, memory, narrow),
    conditions: conditionsOf(search),
    sort: sortOf(search) ?? declaration.sort ?? null,
    position: pagePosition({ page, pageSize, rows: list.rows.length, more: list.more, total: list.total }),
    searchFor: (text: string) => {
      if (text.trim() !== (search.filter ?? '')) ask({ filter: text.trim() || undefined })
    },
    setConditions: (next: readonly Condition[]) => ask({ where: writeConditions(next) || undefined }),
    sortBy: (field: string) => {
      const { down } = sortAfterClick(sortOf(search) ?? declaration.sort ?? null, field)
      go(withSearch(search, { sort: down ? `-${field}` : field, view: undefined }))
    },
    turnTo: (next: number) => go(withSearch(search, { page: next })),
    setPageSize: (size: number) => {
      remember((now) => ({ ...now, pageSize: size }))
      go(withSearch(search, { pageSize: size, view: undefined }))
    },
    chooseColumns: (fields: string[] | null) => {
      remember(({ columns: _former, ...rest }) => (fields ? { ...rest, columns: fields } : rest))
      go(withSearch(search, { page: search.page, columns: fields?.join(','), view: undefined }), true)
    },
    saveView: (name: string) => {
      remember((now) => withView(now, { name, search: viewOf(search) }))
      go(withSearch(search, { view: name }), true)
    },
  }
}

export type ListModel<R extends WireRecord> = ReturnType<typeof useListModel<R>>
