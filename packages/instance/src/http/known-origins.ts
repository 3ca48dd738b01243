import type { Background } from '../platform/background.ts'
import type { Store } from '../store/store.ts'

/** Origins that full administrators use behind proxies. Their hosts are those of this instance, as opposed to any that a caller can name. */
export interface KnownOrigins {
  /** The origin if it is known, otherwise the one that was used last, to the day; `null` if none is known. */
  closestTo(origin: string): string | null
  /** Remembers the origin of a request of a full administrator. */
  note(origin: string): void
}

/** Most origins that are remembered: those that were used last. */
const most = 100
/** Milliseconds after which the use of a known origin is stored again. */
const refreshAfter = 86_400_000
/** Followed by an origin; the value is when it was used. */
const settingPrefix = 'link_origin '

/** Remembers origins in settings, which all nodes share. */
export async function createKnownOrigins(
  { db, changes }: Pick<Store, 'db' | 'changes'>,
  background: Background,
  clock: () => number,
): Promise<KnownOrigins> {
  /** Times of use in milliseconds, from the oldest to the newest. */
  const known = new Map<string, number>()

  /** Returns the names of the settings with origins that are too many. */
  async function read(): Promise<string[]> {
    const rows = await db
      .selectFrom('setting')
      .select(['name', 'value'])
      .where('name', 'like', `${settingPrefix}%`)
      .orderBy('value')
      .execute()
    known.clear()
    for (const { name, value } of rows.slice(-most)) known.set(name.slice(settingPrefix.length), Date.parse(value))
    return rows.slice(0, -most).map(({ name }) => name)
  }

  async function store(origin: string): Promise<void> {
    const value = new Date(clock()).toISOString()
    await db
      .insertInto('setting')
      .values({ name: `${settingPrefix}${origin}`, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
    const dropped = await read()
    if (dropped.length > 0) await db.deleteFrom('setting').where('name', 'in', dropped).execute()
    await changes.publish([{ table: 'setting', ids: 'all' }])
  }

  await read()
  changes.subscribe(({ table }) => {
    if (table === 'setting') background.start('The origins of links could not be read', async () => void (await read()))
  })

  return {
    closestTo: (origin) => (known.has(origin) ? origin : ([...known.keys()].at(-1) ?? null)),
    note(origin) {
      const used = known.get(origin)
      if (used !== undefined && clock() - used < refreshAfter) return
      known.delete(origin)
      known.set(origin, clock())
      background.start('The origin of links could not be stored', () => store(origin))
    },
  }
}
