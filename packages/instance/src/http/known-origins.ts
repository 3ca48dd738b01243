import type { Background } from '../platform/background.ts'
import type { Store } from '../store/store.ts'

/** Origins that full administrators use behind proxies. Their hosts are those of this instance, as opposed to any that a caller can name. */
export interface KnownOrigins {
  /** The origin if it is known, otherwise the newest one that is; `null` if none is. */
  closestTo(origin: string): string | null
  /** Remembers the origin of a request of a full administrator. */
  note(origin: string): void
}

/** Followed by an origin; the value is when it was first used. */
const settingPrefix = 'link_origin '

/** Remembers origins in settings, which all nodes share. */
export async function createKnownOrigins(
  { db, changes }: Pick<Store, 'db' | 'changes'>,
  background: Background,
  clock: () => number,
): Promise<KnownOrigins> {
  /** From oldest to newest. */
  const known = new Set<string>()

  async function read(): Promise<void> {
    const rows = await db
      .selectFrom('setting')
      .select('name')
      .where('name', 'like', `${settingPrefix}%`)
      .orderBy('value')
      .execute()
    known.clear()
    for (const { name } of rows) known.add(name.slice(settingPrefix.length))
  }

  async function store(origin: string): Promise<void> {
    await db
      .insertInto('setting')
      .values({ name: `${settingPrefix}${origin}`, value: new Date(clock()).toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await changes.publish([{ table: 'setting', ids: 'all' }])
  }

  await read()
  changes.subscribe(({ table }) => {
    if (table === 'setting') background.start('The origins of links could not be read', read)
  })

  return {
    closestTo: (origin) => (known.has(origin) ? origin : ([...known].at(-1) ?? null)),
    note(origin) {
      if (known.has(origin)) return
      known.add(origin)
      background.start('The origin of links could not be stored', () => store(origin))
    },
  }
}
