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

/** Registers an open panel for as long as the component is mounted. */
export function useOpenPanel(): void {
  useLayoutEffect(() => {
    change(1)
    return () => change(-1)
  }, [])
}

/** Whether a panel covers the page, so that content behind it is inert. */
export function useIsBehindPanel(): boolean {
  return useSyncExternalStore(subscribe, () => open > 0)
}
