import { type Clock, isoMicros } from '../../clock.ts'
import { serviceIn } from '../../events/event-names.ts'
import type { EventValue } from '../events/event-value.ts'
import { maskedEvent } from './masked.ts'

export interface RecordedEvent {
  readonly date: string
  readonly event: unknown
}

/** Events that somebody asked to keep, to try scripts with them; on this node, in memory. */
export interface Recordings {
  /** Keeps the next events of a script's name until then, milliseconds since 1970. */
  begin(script: string, until: number): void
  /** Forgets what was kept, and keeps no more. */
  end(script: string): void
  /** Null: nothing is kept now. */
  until(script: string): number | null
  of(script: string): readonly RecordedEvent[]
  /** Whether an event of the service, in lower case, may be wanted. */
  concerns(service: string): boolean
  /** Of these names of scripts those whose event is wanted now. */
  wanted(scripts: readonly string[]): readonly string[]
  add(script: string, event: EventValue): void
}

interface Recording {
  readonly until: number
  readonly events: readonly RecordedEvent[]
}

const kept = 5
const atOnce = 50

export function createRecordings(clock: Clock): Recordings {
  const byScript = new Map<string, Recording>()
  const key = (script: string) => script.toLowerCase()
  const open = () => [...byScript].filter(([, { until }]) => until > clock())

  return {
    begin(script, until) {
      const events = byScript.get(key(script))?.events ?? []
      byScript.delete(key(script))
      byScript.set(key(script), { until, events })
      for (const oldest of byScript.keys()) {
        if (byScript.size <= atOnce) return
        byScript.delete(oldest)
      }
    },
    end: (script) => void byScript.delete(key(script)),
    until(script) {
      const until = byScript.get(key(script))?.until ?? 0
      return until > clock() ? until : null
    },
    of: (script) => byScript.get(key(script))?.events ?? [],
    concerns: (service) => byScript.size > 0 && open().some(([script]) => serviceIn(script) === service),
    wanted(scripts) {
      if (byScript.size === 0) return []
      const names = new Set(open().map(([script]) => script))
      return scripts.filter((script) => names.has(key(script)))
    },
    add(script, event) {
      const recording = byScript.get(key(script))
      if (recording === undefined) return
      const events = [{ date: isoMicros(clock()), event: maskedEvent(event) }, ...recording.events].slice(0, kept)
      byScript.set(key(script), { ...recording, events })
    },
  }
}
