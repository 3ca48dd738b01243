import { useSyncExternalStore } from 'react'

/** What is known of the connection of a service. */
export type Connection =
  | 'unknown'
  | 'trying'
  | 'works'
  /** It works, and there are so many tables and views. */
  | { readonly tables: number }
  /** `reason`: what the instance says of it, where the sentence is ours. */
  | { readonly failed: string; readonly reason?: string }
  /** It works, and something about it is worth knowing. */
  | { readonly warned: string }

/** What the last trial of each service's connection came to, for as long as the page is open. */
const results = new Map<string, Connection>()
const listeners = new Set<() => void>()

export function noteConnection(service: string, result: Connection): void {
  results.set(service, result)
  for (const listener of [...listeners]) listener()
}

/** What is known of the connection of a service, by its name. */
export function useConnection(service: string | undefined): Connection {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => results.get(service ?? '') ?? 'unknown',
  )
}
