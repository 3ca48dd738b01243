import { describe, expect, test, vi } from 'vitest'
import { testInstance } from '../testing/test-instance.ts'
import { hasPostgresServer } from '../testing/test-postgres.ts'
import { migrate, migrations } from './migrations/migrate.ts'
import type { Migration } from './migrations/migration.ts'
import { openStore } from './open-store.ts'

const later = (number: number, compatible?: true): Migration => ({
  number,
  name: 'later',
  ...(compatible && { compatible }),
  statements: () => [`create table later_${number} (id integer)`],
})

describe.skipIf(!(await hasPostgresServer()))('a node whose store is migrated by a newer one', () => {
  async function withNewerNode() {
    const instance = await testInstance({ engine: 'postgres' })
    const { databaseUrl, dataFolder } = instance.parts.config
    const apply = async (migration: Migration) => {
      const store = await openStore({ databaseUrl, dataFolder }, Date.now)
      try {
        await migrate(store, Date.now, [...migrations, migration])
      } finally {
        await store.close()
      }
    }
    const role = () => instance.send('GET', 'system/role', { as: instance.root })
    return { ...instance, apply, role }
  }

  test('stops accepting requests, and reports it in its readiness', async () => {
    const { send, apply, role } = await withNewerNode()
    expect((await role()).status).toBe(200)
    await apply(later(9001))
    await vi.waitFor(async () => expect((await role()).status).toBe(503))
    const refused = await role()
    expect(refused.headers['retry-after']).toBeDefined()
    expect(refused.body).toMatchObject({ error: { message: expect.stringContaining('a newer version') } })
    const ready = await send('GET', '/health/ready')
    expect(ready).toMatchObject({ status: 503, body: { checks: { store: 'ok' } } })
    expect(ready.body).toMatchObject({ checks: { version: expect.stringContaining('its schema version is 9001') } })
    expect((await send('GET', '/health/live')).status).toBe(200)
  })

  test('continues if the migration is compatible, and can be restarted on it', async () => {
    const { send, apply, role, parts } = await withNewerNode()
    await apply(later(9002, true))
    expect(await send('GET', '/health/ready')).toMatchObject({ status: 200, body: { checks: { version: 'ok' } } })
    expect((await role()).status).toBe(200)
    const again = await openStore(parts.config, Date.now)
    await again.close()
  })
})
