import type { Listener } from '../../../gateway/ports/listener.ts'
import { serviceIn } from '../events/event-names.ts'

/** Listeners by event name, so that one lookup rules out a request that has none. */
export interface ListenerIndex {
  /** Names of the services with listeners, in lower case. */
  readonly services: ReadonlySet<string>
  /** The listeners for any of the names (in lower case), without duplicates. */
  at(names: readonly string[]): readonly Listener[]
}

export function indexListeners(listeners: readonly Listener[]): ListenerIndex {
  const byName = new Map<string, Listener[]>()
  for (const listener of listeners) {
    for (const name of new Set(listener.events.map((event) => event.toLowerCase()))) {
      const there = byName.get(name)
      if (there === undefined) byName.set(name, [listener])
      else there.push(listener)
    }
  }
  return {
    services: new Set([...byName.keys()].map(serviceIn)),
    at: (names) => [...new Set(names.flatMap((name) => byName.get(name) ?? []))],
  }
}
