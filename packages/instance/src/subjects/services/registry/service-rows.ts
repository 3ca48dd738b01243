import type { ServiceRow } from '../../../gateway/service-kind.ts'
import { createLruCache } from '../../../platform/cache.ts'
import { bound } from '../../../store/bound.ts'
import type { Store } from '../../../store/store.ts'
import { aliasesIn } from '../../ground/models/service-model.ts'

/** A stored service: the same object as long as nothing about it changes. */
export interface StoredService {
  readonly row: ServiceRow
  /** JSON, secrets encrypted. */
  readonly config: string
}

type Found = StoredService | null

/** Loads each service on first use and again after it changes; in between, lookups are served from memory. */
export interface ServiceRows {
  /** `name` in lower case; `null` if there is no such service. */
  byName(name: string): Promise<Found> | Found
  byId(id: number): Promise<Found> | Found
  /** The name, in lower case, of the service that has this name or, if none has, this alias; otherwise the same name. */
  presentName(name: string): Promise<string> | string
  /** Ordered by id. */
  all(): Promise<readonly ServiceRow[]>
  /** Whether this is the latest version of the service. */
  isCurrent(stored: StoredService): boolean
}

const columns = [
  ...(['id', 'name', 'label', 'description', 'is_active', 'type', 'author_id', 'author_app_id'] as const),
  'last_modified_date',
] as const
const maxAbsent = 1_000
const nothing = {}

/** @param replaced called for each service whose stored form is outdated, once that is known */
export function createServiceRows(
  { db, changes, engine }: Store,
  replaced: (stored: StoredService) => void,
): ServiceRows {
  const lastById = new Map<number, StoredService>()
  const freshByName = new Map<string, StoredService>()
  const freshById = new Map<number, StoredService>()
  const absent = createLruCache<string, object>(maxAbsent)
  let list: readonly ServiceRow[] | null = null
  let aliases: ReadonlyMap<string, string> | null = null
  let generation = 0

  changes.subscribe(({ table, ids }) => {
    if (table !== 'service') return
    generation += 1
    list = null
    aliases = null
    absent.clear()
    for (const id of ids === 'all' ? [...freshById.keys()] : ids) readAgain(id)
  })

  function readAgain(id: number): void {
    const known = freshById.get(id)
    if (known === undefined) return
    freshById.delete(id)
    freshByName.delete(known.row.name.toLowerCase())
  }

  function keep(read: StoredService): StoredService {
    const last = lastById.get(read.row.id)
    if (last !== undefined && isSame(last, read)) return last
    lastById.set(read.row.id, read)
    if (last === undefined) return read
    // Reads can overtake each other, so the current version is read once more.
    readAgain(read.row.id)
    replaced(last)
    return read
  }

  function forget(id: number): void {
    const last = lastById.get(id)
    if (last === undefined) return
    lastById.delete(id)
    readAgain(id)
    replaced(last)
  }

  /** Case-insensitive, like the index on names. */
  const named = (name: string) => bound<boolean>(engine.store.equalsInAnyCase('name'), name)

  async function load(key: { readonly name: string } | { readonly id: number }): Promise<Found> {
    const before = generation
    const query = db.selectFrom('service').select([...columns, 'config'])
    const read = await ('id' in key ? query.where('id', '=', key.id) : query.where(named(key.name))).executeTakeFirst()
    const isTrue = before === generation
    if (read === undefined) {
      if ('id' in key) forget(key.id)
      else if (isTrue) absent.set(key.name, nothing)
      return null
    }
    const { config, ...row } = read
    const stored = keep({ row: rowOf(row), config })
    if (isTrue) {
      freshById.set(stored.row.id, stored)
      freshByName.set(stored.row.name.toLowerCase(), stored)
    }
    return stored
  }

  const byName = (name: string) => freshByName.get(name) ?? (absent.get(name) === undefined ? load({ name }) : null)

  async function nameOfAlias(name: string): Promise<string> {
    if ((await byName(name)) !== null) return name
    return (aliases ?? (await readAliases())).get(name) ?? name
  }

  async function readAliases(): Promise<ReadonlyMap<string, string>> {
    const before = generation
    const query = db.selectFrom('service').select(['name', 'aliases']).where('aliases', 'is not', null)
    const rows = await query.orderBy('id', 'desc').execute()
    const read = new Map(rows.flatMap(({ name, aliases: stored }) => namesOf(name.toLowerCase(), stored)))
    if (before === generation) aliases = read
    return read
  }

  return {
    byName,
    presentName: (name) => (freshByName.has(name) ? name : nameOfAlias(name)),
    byId: (id) => freshById.get(id) ?? load({ id }),
    async all() {
      if (list !== null) return list
      const before = generation
      const rows = (await db.selectFrom('service').select(columns).orderBy('id').execute()).map(rowOf)
      if (before === generation) list = rows
      return rows
    },
    isCurrent: (stored) => lastById.get(stored.row.id) === stored,
  }
}

interface Read extends Omit<ServiceRow, 'isActive' | 'author' | 'modified'> {
  readonly is_active: number
  readonly author_id: number | null
  readonly author_app_id: number | null
  readonly last_modified_date: string
}

function rowOf({ author_id, author_app_id, is_active, last_modified_date: modified, ...row }: Read): ServiceRow {
  const author = { userId: author_id, appId: author_app_id }
  return { ...row, isActive: is_active !== 0, author, modified }
}

const namesOf = (name: string, aliases: unknown) =>
  aliasesIn(aliases).map((alias) => [alias.toLowerCase(), name] as const)

function isSame(one: StoredService, other: StoredService): boolean {
  return one.config === other.config && JSON.stringify(one.row) === JSON.stringify(other.row)
}
