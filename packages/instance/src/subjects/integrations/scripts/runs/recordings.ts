import { maskedEvent } from '@millwright/connector/masked'
import { type Clock, isoMicros } from '../../../../platform/clock.ts'
import type { Log } from '../../../../platform/log.ts'
import type { Vault } from '../../../../platform/vault.ts'
import { invalidatedValue } from '../../../../store/changes.ts'
import type { Store } from '../../../../store/store.ts'
import { serviceIn } from '../../events/event-names.ts'
import type { EventValue } from '../event-value.ts'
import { createEntryLog } from './entry-log.ts'

/** Events that were recorded on request, as samples for script trials; all nodes record them. */
export interface Recordings {
  /** Records the events of a script name until `until`, in milliseconds since 1970. */
  begin(script: string, until: number): Promise<void>
  /** Stops recording and deletes the recorded events. */
  end(script: string): Promise<void>
  of(script: string): Promise<Recorded>
  /** The events to record now; synchronous unless that has changed. */
  current(): WantedEvents | Promise<WantedEvents>
  add(script: string, event: EventValue): void
  /** Resolves when all events added so far are written. */
  flush(): Promise<void>
}

interface Recorded {
  /** Newest first, with the members of the API. */
  readonly events: readonly object[]
  /** `null`: not recording. */
  readonly until: number | null
}

export interface WantedEvents {
  /** Whether events of the service, in lower case, may be recorded. */
  concerns(service: string): boolean
  /** The names of scripts whose events are recorded now. */
  among(scripts: readonly string[]): readonly string[]
}

interface RecordingParts {
  readonly store: Store
  readonly vault: Vault
  readonly log: Log
  readonly clock: Clock
}

const maxRecordings = 5
const atOnce = 50
/** Milliseconds for which events are kept after recording ends. */
const retention = 86_400_000

export function createRecordings({ store, vault, log, clock }: RecordingParts): Recordings {
  const { db, changes } = store
  const entries = createEntryLog({ store, vault, log }, { kind: 'event', most: maxRecordings })

  async function load(): Promise<WantedEvents> {
    const rows = await db.selectFrom('script_recording').selectAll().execute()
    return wantedBy(new Map(rows.map(({ script, until }) => [script, until])), clock)
  }

  /** Deletes old and surplus recordings. */
  async function deleteOld(): Promise<void> {
    const rows = await db.selectFrom('script_recording').selectAll().orderBy('until', 'desc').execute()
    const over = rows.filter(({ until }, at) => at >= atOnce || until < clock() - retention)
    await remove(over.map(({ script }) => script))
  }

  async function remove(scripts: readonly string[]): Promise<void> {
    if (scripts.length === 0) return
    await db.deleteFrom('script_recording').where('script', 'in', scripts).execute()
    await changes.publish([{ table: 'script_recording', ids: 'all' }])
    await entries.forget(scripts)
  }

  return {
    current: invalidatedValue(changes, ['script_recording'], load),
    async begin(script, until) {
      await db
        .insertInto('script_recording')
        .values({ script: script.toLowerCase(), until })
        .onConflict((on) => on.column('script').doUpdateSet({ until }))
        .execute()
      await changes.publish([{ table: 'script_recording', ids: 'all' }])
      await deleteOld()
    },
    end: (script) => remove([script.toLowerCase()]),
    async of(script) {
      const key = script.toLowerCase()
      const row = await db.selectFrom('script_recording').select('until').where('script', '=', key).executeTakeFirst()
      if (row === undefined || row.until < clock() - retention) return { events: [], until: null }
      const events = (await entries.of(key)).map(({ entry }) => entry)
      return { events, until: row.until > clock() ? row.until : null }
    },
    add: (script, event) => entries.add(script.toLowerCase(), { date: isoMicros(clock()), event: maskedEvent(event) }),
    flush: entries.flush,
  }
}

function wantedBy(untilOf: ReadonlyMap<string, number>, clock: Clock): WantedEvents {
  const none: readonly string[] = []
  const services = new Map<string, number>()
  for (const [script, until] of untilOf) {
    const service = serviceIn(script)
    services.set(service, Math.max(until, services.get(service) ?? 0))
  }
  return {
    concerns: (service) => services.size > 0 && (services.get(service) ?? 0) > clock(),
    among: (scripts) =>
      untilOf.size === 0 ? none : scripts.filter((script) => (untilOf.get(script.toLowerCase()) ?? 0) > clock()),
  }
}
