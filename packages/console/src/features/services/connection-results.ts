import { useSyncExternalStore } from 'react'
import type { Connection } from '../../widgets/connection/test-settings.ts'

/** The last connection test of each service, in memory until the page is reloaded. */
const results = new Map<string, Connection>()
const listeners = new Set<() => void>()

export function noteConnection(service: string, result: Connection): void {
  results.set(service, result)
  for (const listener of [...listeners]) listener()
}

/** The known connection state of a service, by its name. */
export function useConnection(service: string | undefined): Connection {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => results.get(service ?? '') ?? 'unknown',
  )
}
