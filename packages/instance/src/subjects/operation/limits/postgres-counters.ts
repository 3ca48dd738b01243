import { sql } from 'kysely'
import type { Store } from '../../../store/store.ts'
import { type Count, type Counted, type Counters, type Hit, latestValidEnd } from './counters.ts'

interface Row {
  readonly key: string
  readonly user: string
  readonly hits: string | number
  readonly ends: string | number
  readonly locked_until: string | number
}

/** Counters in the instance's own PostgreSQL, shared by all nodes. Each hit is one statement, so none is lost. */
export function createPostgresCounters({ db }: Pick<Store, 'db'>): Counters {
  async function hit({ key, user, rate, period }: Hit, now: number): Promise<Counted> {
    const fresh = rate > 0 ? { hits: 1, ends: now + period, locked: 0 } : { hits: 0, ends: 0, locked: now + period }
    const far = latestValidEnd({ period }, now)
    const { rows } = await sql<Row>`
      insert into limit_counter as counter (key, person, hits, ends, locked_until)
      values (${key}, ${user}, ${fresh.hits}, ${fresh.ends}, ${fresh.locked})
      on conflict (key, person) do update set
        hits = case when counter.locked_until > ${now} and counter.locked_until <= ${far} then 0
          when counter.ends <= ${now} or counter.ends > ${far} then ${fresh.hits}
          when counter.hits < ${rate} then counter.hits + 1 else 0 end,
        ends = case when counter.locked_until > ${now} and counter.locked_until <= ${far} then 0
          when counter.ends <= ${now} or counter.ends > ${far} then ${fresh.ends}
          when counter.hits < ${rate} then counter.ends else 0 end,
        locked_until = case when counter.locked_until > ${now} and counter.locked_until <= ${far} then counter.locked_until
          when counter.ends <= ${now} or counter.ends > ${far} then ${fresh.locked}
          when counter.hits < ${rate} then 0 else ${now + period} end
      returning locked_until`.execute(db)
    const until = Number(rows[0]?.locked_until ?? 0)
    return { over: until > now, until }
  }

  return {
    // In a fixed order, to prevent deadlocks between requests.
    async hit(hits, now) {
      const counted = new Map<Hit, Counted>()
      for (const each of hits.toSorted((a, b) => (a.key < b.key ? -1 : 1))) counted.set(each, await hit(each, now))
      return hits.map((each) => counted.get(each) ?? { over: false, until: 0 })
    },
    async read(asked, now) {
      const keys = [...new Set(asked.map(({ key }) => key))]
      const { rows } = await sql<Row>`
        select key, person as "user", hits, ends, locked_until from limit_counter where key = any(${keys})`.execute(db)
      const found = new Map(rows.map((row) => [`${row.key}\n${row.user}`, row]))
      return asked.map(({ key, user }): Count => {
        const row = found.get(`${key}\n${user}`)
        if (row === undefined) return { hits: 0, locked: false }
        return { hits: Number(row.ends) > now ? Number(row.hits) : 0, locked: Number(row.locked_until) > now }
      })
    },
    async clear(keys) {
      await sql`delete from limit_counter where key = any(${[...keys]})`.execute(db)
    },
    async unlock(keys) {
      await sql`update limit_counter set locked_until = 0 where key = any(${[...keys]})`.execute(db)
    },
    close: () => Promise.resolve(),
  }
}
