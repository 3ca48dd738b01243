import { useMatches } from '@tanstack/react-router'
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
