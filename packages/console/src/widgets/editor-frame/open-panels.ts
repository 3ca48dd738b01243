import { useLayoutEffect, useSyncExternalStore } from 'react'

let open = 0
const listeners = new Set<() => void>()

function change(by: 1 | -1): void {
  open += by
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Says that a panel is over the page for as long as the caller is shown. */
export function useOpenPanel(): void {
  useLayoutEffect(() => {
    change(1)
    return () => change(-1)
  }, [])
}

/** Whether a panel dims the page: what is behind it can be reached neither by pointer nor by keyboard then. */
export function useIsBehindPanel(): boolean {
  return useSyncExternalStore(subscribe, () => open > 0)
}
