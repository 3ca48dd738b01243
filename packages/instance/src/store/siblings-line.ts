import type { Siblings } from '../platform/siblings.ts'
import type { OpenLine } from './changes-line.ts'

/** Receives notifications of the other workers on this machine. */
export function siblingsLine({ hear, beat }: Siblings): OpenLine {
  return async (events) => {
    const stop = hear(events)
    return { beat, abandon: stop, end: async () => stop() }
  }
}
