import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { hasPgBouncer, type OwnPgBouncer, openPgBouncer } from '../testing/counterparts/pgbouncer.ts'
import { createTestDatabase, hasPostgresServer, type TestDatabase } from '../testing/test-postgres.ts'
import type { Change } from './changes.ts'
import { openStore } from './open-store.ts'

describe.skipIf(!hasPgBouncer || !(await hasPostgresServer()))(
  'the store through PgBouncer in transaction mode',
  () => {
    let database: TestDatabase
    let bouncer: OwnPgBouncer
    beforeAll(async () => {
      database = await createTestDatabase()
      bouncer = await openPgBouncer(database.url)
    })
    afterAll(async () => {
      await bouncer.close()
      await database.drop()
    })

    async function openNode() {
      const places = { dataFolder: '', databaseUrl: bouncer.url, databaseListenUrl: database.url }
      const store = await openStore({ ...places, databaseTimeout: 15 }, systemClock)
      onTestFinished(store.close)
      return store
    }

    it('is migrated once by nodes that start together, reads and writes, and leaves nothing in sessions of other clients', async () => {
      const nodes = await Promise.all([openNode(), openNode(), openNode()])
      const [store = await openNode()] = nodes
      const insert = `insert into role (name, is_active, created_date, last_modified_date)
      values ($1, 1, '2030-01-01 00:00:00', '2030-01-01 00:00:00') returning id`
      const add = async (at: number) => {
        const node = nodes[at % nodes.length] ?? store
        const row = await node.write(async ({ first }) => first<{ id: number }>(insert, [`role ${at}`]))
        return node.statements.first<{ name: string }>('select name from role where id = $1', [row?.id])
      }
      const added = await Promise.all(Array.from({ length: 90 }, (_, at) => add(at)))
      expect(added.map((row) => row?.name)).toEqual(added.map((_, at) => `role ${at}`))

      // Any client that gets a session of the server finds it in its initial state.
      const left = await store.statements.all(
        `select (select count(*) from pg_prepared_statements) as prepared, (select count(*) from pg_cursors where name <> '') as cursors,
        (select count(*) from pg_listening_channels()) as channels, current_setting('statement_timeout') as timeout,
        (select count(*) from pg_locks join pg_database on pg_database.oid = database
          where locktype = 'advisory' and datname = current_database()) as locks`,
        [],
      )
      expect(left).toEqual([{ prepared: 0, cursors: 0, channels: 0, timeout: '0', locks: 0 }])
    })

    it('delivers notifications between nodes immediately, by sessions without the pooler', async () => {
      const [here, there] = await Promise.all([openNode(), openNode()])
      const heard = new Promise<Change>((resolve) => void there.changes.subscribe(resolve))
      await here.changes.publish([{ table: 'role', ids: [1] }])
      expect(await heard).toEqual({ table: 'role', ids: [1] })
    })
  },
)
