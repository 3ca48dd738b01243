import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { createTestDatabase, hasPostgresServer } from '../testing/test-postgres.ts'
import { openTestStore } from '../testing/test-store.ts'
import { openStore } from './open-store.ts'

/** What is asked of tables that grow without an administrator noticing, or once for each of thousands of records. */
const asked = {
  'changes of one record': `select * from audit where resource = 'role' and record_id = '7' order by id desc limit 51`,
  'changes of a part': `select * from audit where owner_resource = 'role' and owner_id = '7' order by id desc limit 51`,
  'changes of one write': `select * from audit where write_id = 'x' and id <> 7 order by id limit 50`,
  'users who signed in last': `select * from "user" where is_sys_admin = 0 order by last_login_date desc limit 51`,
  'services that name others': `select * from service where type in ('mcp', 'nodejs') and lower(config) like '%x%'`,
} as const

test.each(Object.entries(asked))('%s are found by an index', async (_name, statement) => {
  const { store, close } = await openTestStore('sqlite')
  onTestFinished(close)
  const plan = await sql<{ detail: string }>`explain query plan ${sql.raw(statement)}`.execute(store.db)
  const steps = plan.rows.map(({ detail }) => detail)
  expect(steps.join('\n')).toMatch(/USING (?:COVERING )?INDEX/)
  expect(steps.join('\n')).not.toMatch(/^SCAN|TEMP B-TREE/m)
})

const search = sql<{
  'QUERY PLAN': string
}>`explain select * from "user" where name ilike '%ada%' or email ilike '%ada%'`

describe.skipIf(!(await hasPostgresServer()))('users on PostgreSQL', () => {
  it('are searched by an index', async () => {
    const { store, close } = await openTestStore('postgres')
    onTestFinished(close)
    const plan = await store.transaction(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      return search.execute(tx)
    })
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('Bitmap Index Scan on user_search')
  })

  it('have none in a database in which the instance may not install extensions', async () => {
    const { url, drop } = await createTestDatabase()
    onTestFinished(drop)
    const name = new URL(url).pathname.slice(1)
    const owner = new pg.Client(url)
    const others = new URL(url)
    others.username = `${name}_user`
    await owner.connect()
    await owner.query(`create role ${others.username} login; grant all on schema public to ${others.username}`)
    try {
      const store = await openStore({ dataFolder: '', databaseUrl: others.toString() }, systemClock)
      const { rows } = await sql`select 1 from pg_class where relname = 'user_search'`.execute(store.db)
      await store.close()
      expect(rows).toEqual([])
    } finally {
      await owner.query(`drop owned by ${others.username}; drop role ${others.username}`)
      await owner.end()
    }
  })
})
