import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window is too narrow for more than a few columns. `query`: a media query for another breakpoint. */
export function useNarrow(query = '(width < 640px)'): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia?.(query)
      media?.addEventListener('change', listener)
      return () => media?.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia?.(query).matches ?? false)
}
