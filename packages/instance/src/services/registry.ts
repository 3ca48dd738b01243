import type { Store } from '../store/store.ts'
import type { Service } from './service.ts'
import type { ServiceRow } from './service-kind.ts'

/** A service's row and what runs it; null when no engine for its type is here. */
export interface Registered {
  readonly row: ServiceRow
  readonly service: Service | null
}

export interface Registry {
  /** By name in lower case; null when there is no such service. */
  find(name: string): Promise<Registered | null> | Registered | null
  /** All of them, by id. */
  all(): Promise<readonly Registered[]>
}

/** Makes the services of one type. */
type MakeService = (row: ServiceRow) => Service

/** Reads the rows once and again after each change of `service`; calls in between cost a look-up in memory. */
export function createRegistry(store: Store, engines: Readonly<Record<string, MakeService>>): Registry {
  let known: ReadonlyMap<string, Registered> | null = null
  let generation = 0
  store.changes.subscribe(({ table }) => {
    if (table !== 'service') return
    known = null
    generation += 1
  })

  async function load(): Promise<ReadonlyMap<string, Registered>> {
    const loading = generation
    const rows = await store.db
      .selectFrom('service')
      .select(['id', 'name', 'label', 'description', 'is_active', 'type'])
      .orderBy('id')
      .execute()
    const loaded = new Map(
      rows.map(({ is_active, ...rest }) => {
        const row = { ...rest, isActive: is_active !== 0 }
        const make = Object.hasOwn(engines, row.type) ? engines[row.type] : undefined
        return [row.name.toLowerCase(), { row, service: make?.(row) ?? null }] as const
      }),
    )
    if (loading === generation) known = loaded
    return loaded
  }

  return {
    find: (name) => (known === null ? load().then((all) => all.get(name) ?? null) : (known.get(name) ?? null)),
    all: async () => [...(known ?? (await load())).values()],
  }
}
