import { useSyncExternalStore } from 'react'
import type { Connection } from '../../widgets/connection/test-settings.ts'

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
