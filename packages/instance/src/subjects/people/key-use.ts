import type { Background } from '../../platform/background.ts'
import { type Clock, isoMicros } from '../../platform/clock.ts'
import type { Store } from '../../store/store.ts'
import type { App } from './directory.ts'
import type { CachedRecord } from './record-cache.ts'

/** Records that a request used an app's key. */
export type NoteKeyUse = (app: CachedRecord<App | null>) => void

/** In milliseconds. Avoids a write per request. */
const granularity = 60_000

/** Stores when each key was last used, to the minute. This does not count as a change to the app's record. */
export function createNoteKeyUse({ db }: Pick<Store, 'db'>, clock: Clock, background: Background): NoteKeyUse {
  const noted = new WeakMap<CachedRecord<App | null>, number>()

  return (app) => {
    const now = clock()
    const before = noted.get(app)
    if (app.value === null || (before !== undefined && now - before < granularity)) return
    noted.set(app, now)
    const { id } = app.value
    background.start(`Use of the key of app ${id}`, async () => {
      await db
        .updateTable('app')
        .set({ last_used_date: isoMicros(now) })
        .where('id', '=', id)
        .execute()
    })
  }
}
