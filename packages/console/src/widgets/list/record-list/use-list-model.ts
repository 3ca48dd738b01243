import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type Condition, writeConditions } from '../../records/list-declaration/conditions.ts'
import type { ListDeclaration, WireRecord } from '../../records/list-declaration/declaration.ts'
import {
  conditionsOf,
  type ListSearch,
  readListSearch,
  sortAfterClick,
  sortOf,
  viewOf,
  withSearch,
} from '../../records/list-declaration/list-search.ts'
import { pageSizeOf } from './first-page.ts'
import type { OpenDialog } from './list-dialogs.tsx'
import { withView } from './list-memory.ts'
import { listQuestion, pagePosition, shownColumns } from './list-view.ts'
import { nothing, type Selection } from './selection.ts'
import { useListActions } from './use-list-actions.ts'
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

  const question = listQuestion(declaration, search, memory)
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

export interface ListAddress {
  readonly search: ListSearch
  readonly go: (search: ListSearch, replace?: boolean) => void
  readonly hrefOf: (record: string) => string
  readonly open: (record: string, extra?: Readonly<Record<string, string>>) => void
  readonly close: () => void
}

/** The list's part of the URL, and the URLs of its records: `/admins?filter=ann`, `/admins/12?filter=ann`. */
function useListAddress(path: string): ListAddress {
  const router = useRouter()
  const navigate = useNavigate()
  const search = readListSearch(useSearch({ strict: false }))
  const at = (record: string) => `${path}/${encodeURIComponent(record)}`
  return {
    search,
    // Another page starts at its top; the router would restore the previous scroll position.
    go: (next, replace = false) => void navigate({ to: path, search: next, replace, resetScroll: false }),
    hrefOf: (record) => router.buildLocation({ to: at(record), search }).href,
    open: (record, extra) => void navigate({ to: at(record), search: { ...search, ...extra } }),
    close: () => void navigate({ to: path, search }),
  }
}
