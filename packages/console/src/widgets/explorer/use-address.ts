import { useMatches, useSearch } from '@tanstack/react-router'
import { useNarrow } from '../list/record-list/use-narrow.ts'
import { readAddress, type Shown } from './explorer-place.ts'

/** The place and pane of the current URL; `null` outside the explorer. */
export function useShown(): Shown | null {
  return useMatches({
    select: (matches) => {
      const last = matches.at(-1)
      if (!last) return null
      const params: Record<string, string | undefined> = { ...last.params }
      const search: Record<string, unknown> = { ...last.search }
      return readAddress({ pathname: last.pathname, params, search })
    },
    structuralSharing: true,
  })
}

/** Whether the tree of services is beside the pane: not in a narrow window, nor beside scripts that are listed with those of all services. */
export function useHasTree(): boolean {
  const narrow = useNarrow('(width < 1180px)')
  const shown = useShown()
  const search: Record<string, unknown> = useSearch({ strict: false })
  return !narrow && (shown?.pane !== 'scripts' || (shown.place !== null && search.find !== undefined))
}
