import type { Background } from '../../../platform/background.ts'
import { type Clock, isoMicros } from '../../../platform/clock.ts'
import type { CachedRecord } from './record-cache.ts'

/** Records that a request used a credential. */
export type NoteUse<V extends Used> = (credential: CachedRecord<V | null>) => void

interface Used {
  readonly id: number
}

/** In milliseconds. Avoids a write per request. */
const granularity = 60_000

/** Stores when each credential was last used, to the minute. This does not count as a change to its record. `what`: for the log. */
export function createNoteUse<V extends Used>(
  { clock, background }: { readonly clock: Clock; readonly background: Background },
  what: string,
  write: (id: number, date: string) => Promise<unknown>,
): NoteUse<V> {
  const noted = new WeakMap<CachedRecord<V | null>, number>()

  return (credential) => {
    const now = clock()
    const before = noted.get(credential)
    if (credential.value === null || (before !== undefined && now - before < granularity)) return
    noted.set(credential, now)
    const { id } = credential.value
    background.start(`${what} ${id}`, async () => void (await write(id, isoMicros(now))))
  }
}
