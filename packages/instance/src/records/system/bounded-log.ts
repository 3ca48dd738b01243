import type { Clock } from '../../platform/clock.ts'
import { isoMicros } from '../../platform/clock.ts'
import { Yielder } from '../../platform/yielder.ts'
import type { Store } from '../../store/store.ts'
import { dialectOf } from './dialect.ts'

/** A table that only grows: rows have an ascending `id` and a `created_date`, and are never changed. */
export interface BoundedLog {
  readonly table: 'audit' | 'data_history' | 'service_report'
  /** SQL of the approximate size of a row in bytes. */
  readonly bytes: string
}

/** How much of a log is kept. */
export interface LogBounds {
  readonly days: number
  /** Maximum size; the oldest rows are dropped first. */
  readonly megabytes: number
}

/** Consecutive ids that are looked at and dropped together, which bounds how long other writes wait. */
const idsOfPart = 1_000
/** Parts looked at in one round, which bounds how long a node that stops waits for it. */
const partsOfRound = 2_000
const day = 86_400_000

/** What is known of the rows of a part. */
interface Part {
  /** Dates of the oldest and the newest row. */
  readonly oldest: string
  readonly newest: string
  readonly bytes: number
}

/**
 * Returns a function that drops the rows of a log beyond its bounds (docs/adr/0035-logs-in-parts.md). It resolves to `false` if it looked
 * at only some of the rows, and should be called again soon. Only one call may run at a time.
 */
export function createThinning(
  store: Pick<Store, 'engine' | 'statements' | 'write'>,
  { table, bytes }: BoundedLog,
  { days, megabytes }: LogBounds,
  clock: Clock,
): () => Promise<boolean> {
  const { finish } = dialectOf(store.engine)
  const inPart = 'id >= ? and id < ?'
  const summary = finish(`select min(created_date) as oldest, max(created_date) as newest, sum(${bytes}) as bytes
    from ${table} where ${inPart}`)
  const sizes = finish(`select id, ${bytes} as bytes from ${table} where ${inPart} order by id`)
  const next = finish(`select min(id) as id from ${table} where id >= ?`)
  const drop = finish(`delete from ${table} where ${inPart}`)
  const dropOld = finish(`delete from ${table} where ${inPart} and created_date < ?`)
  /** By their first id. */
  let parts = new Map<number, Part>()
  /** Parts before this one have all their rows. */
  let full = 0

  const write = (sql: string, values: readonly unknown[]) =>
    store.write(async (statements) => statements.all(sql, values))
  const ends = (start: number) => [start, start + idsOfPart]

  async function look(start: number): Promise<Part | null> {
    const found = await store.statements.first<{ [Name in keyof Part]: unknown }>(summary, ends(start))
    if (found === undefined || found.oldest === null) return null
    return { oldest: String(found.oldest), newest: String(found.newest), bytes: Number(found.bytes) }
  }

  /** The start of the part with the first row from an id on, or `null`. */
  async function startFrom(id: number): Promise<number | null> {
    const found = await store.statements.first<{ id: unknown }>(next, [id])
    return found === undefined || found.id === null ? null : Math.floor(Number(found.id) / idsOfPart) * idsOfPart
  }

  /** Drops rows before a date; returns what is left of the part. */
  async function age(start: number, part: Part, limit: string): Promise<Part | null> {
    if (part.oldest >= limit) return part
    await (part.newest < limit ? write(drop, ends(start)) : write(dropOld, [...ends(start), limit]))
    return look(start)
  }

  async function dropByAge(): Promise<boolean> {
    const limit = isoMicros(clock() - days * day)
    const yielder = new Yielder()
    const before = parts
    const now = new Map<number, Part>()
    const first = await startFrom(0)
    let looked = 0
    for (let start = first; start !== null; ) {
      // Other nodes drop the oldest rows, and all nodes add new ones.
      const settled = start !== first && start < full ? before.get(start) : undefined
      looked += settled === undefined ? 1 : 0
      if (looked > partsOfRound) {
        parts = new Map([...before, ...now])
        full = Math.max(full, start)
        return false
      }
      const part = settled ?? (await look(start))
      const left = part === null ? null : await age(start, part, limit)
      if (left === null) before.delete(start)
      else now.set(start, left)
      const following = start + idsOfPart
      const last = start
      start = before.has(following) ? following : await startFrom(following)
      if (start === null) full = last
      await yielder.step()
    }
    parts = now
    return true
  }

  /** The last id of the oldest rows of a part that together have at least this size. */
  async function lastOf(start: number, size: number): Promise<number> {
    let sum = 0
    for (const row of await store.statements.all<{ id: unknown; bytes: unknown }>(sizes, ends(start))) {
      sum += Number(row.bytes)
      if (sum >= size) return Number(row.id)
    }
    return start + idsOfPart - 1
  }

  async function dropBySize(): Promise<void> {
    let excess = [...parts.values()].reduce((sum, part) => sum + part.bytes, 0) - megabytes * 1_000_000
    for (const [start, part] of [...parts]) {
      if (excess <= 0) return
      if (part.bytes <= excess) await write(drop, ends(start))
      else await write(drop, [start, (await lastOf(start, excess)) + 1])
      parts.delete(start)
      excess -= part.bytes
    }
  }

  return async () => {
    if (!(await dropByAge())) return false
    await dropBySize()
    return true
  }
}
