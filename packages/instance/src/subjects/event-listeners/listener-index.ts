import type { Listener } from '../../gateway/ports/heard-event.ts'
import { serviceIn } from '../events/event-names.ts'

/** Who hears of what, so that a request of which nobody wants to hear is told from others by one look-up. */
export interface ListenerIndex {
  /** Services of whose events somebody wants to hear, in lower case. */
  readonly services: ReadonlySet<string>
  /** Of names in lower case: each listener once. */
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
