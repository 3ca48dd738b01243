import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { hasPostgresPrograms, type OwnPostgres, openPostgresServer } from '../testing/counterparts/postgres-server.ts'
import type { Change } from './changes.ts'
import { openPostgres } from './postgres.ts'

describe.skipIf(!hasPostgresPrograms)('the store on a primary with a standby', () => {
  let primary: OwnPostgres
  let standby: OwnPostgres
  beforeAll(async () => {
    primary = await openPostgresServer({ durable: false })
    standby = await openPostgresServer({ durable: false, standbyOf: primary.url })
  })
  afterAll(async () => {
    await standby.close()
    await primary.close()
  })

  async function openNode() {
    const [one, other] = [standby, primary].map(({ url }) => new URL(url).host)
    const store = await openPostgres(`postgres://postgres@${one},${other}/postgres?target_session_attrs=read-write`)
    onTestFinished(store.close)
    return store
  }

  it('responds with 503 without a primary, continues on the promoted standby, and receives changes there', async () => {
    const here = await openNode()
    const there = await openNode()
    const write = (number: number) =>
      here.write(async ({ all }) => all('insert into written values ($1) returning number', [number]))
    await here.statements.all('create table written (number integer)', [])
    expect(await write(1)).toEqual([{ number: 1 }])
    const onStandby = await openPostgres(standby.url).catch((error: Error) => error.message)
    expect(onStandby).toMatch(/cannot be reached/)

    const { lsn } = (await here.statements.first<{ lsn: string }>(
      'select pg_current_wal_insert_lsn()::text as lsn',
      [],
    )) ?? { lsn: '' }
    const replayed = 'select 1 from pg_stat_replication where replay_lsn >= $1::pg_lsn'
    await vi.waitFor(async () => expect(await here.statements.all(replayed, [lsn])).toHaveLength(1))
    await primary.crash()
    await expect(write(2)).rejects.toMatchObject({ status: 503 })
    await standby.promote()
    await vi.waitFor(() => write(3))
    expect(await here.statements.all('select number from written', [])).toEqual([{ number: 1 }, { number: 3 }])
    const heard: Change[] = []
    onTestFinished(there.changes.subscribe((change) => heard.push(change)))
    await vi.waitFor(async () => {
      await here.changes.publish([{ table: 'role', ids: [4] }])
      expect(heard).toContainEqual({ table: 'role', ids: [4] })
    })
  })
})
