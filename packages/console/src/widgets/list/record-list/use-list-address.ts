import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { type ListSearch, readListSearch } from '../../records/list-declaration/list-search.ts'

export interface ListAddress {
  readonly search: ListSearch
  readonly go: (search: ListSearch, replace?: boolean) => void
  readonly hrefOf: (record: string) => string
  readonly open: (record: string, extra?: Readonly<Record<string, string>>) => void
  readonly close: () => void
}

/** The list's part of the URL, and the URLs of its records: `/admins?filter=ann`, `/admins/12?filter=ann`. */
export function useListAddress(path: string): ListAddress {
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
