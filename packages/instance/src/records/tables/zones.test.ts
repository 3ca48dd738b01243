import { expect, it } from 'vitest'
import { tableCalls } from '../../subjects/data/databases/suite/calls.ts'
import { serviceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { execute, spelledOn } from '../../testing/databases/library.ts'

/** Types with a date and a time, without a zone and with one, and with a time alone. */
const types = {
  sqlite: { at: 'datetime', ts: 'timestamptz', tm: 'time' },
  pgsql: { at: 'timestamp', ts: 'timestamptz', tm: 'time' },
  mysql: { at: 'datetime', ts: 'timestamp NULL', tm: 'time' },
}

forEachEngine('dates and times with a zone', (on) => {
  it('are the same in writes and filters', async () => {
    const { instance, database } = await serviceOn(on)
    const { call, list, refusal } = tableCalls(instance)
    const { at, ts, tm } = spelledOn(on.engine, types)
    const columns = `[id] integer PRIMARY KEY, [d] date, [at] ${at}, [ts] ${ts}, [tm] ${tm}`
    await execute({ database, engine: on.engine }, `CREATE TABLE [z] (${columns})`)
    const filter = (condition: string) => `z?fields=id&filter=${encodeURIComponent(condition)}`

    for (const late of ['2026-11-28T10:00:00Z', '2026-11-28 00:00:01', '2026-11-28T00:00:00.5+02:00']) {
      expect(JSON.stringify((await call('POST', 'z', { resource: [{ id: 1, d: late }] })).body)).toContain(
        'must be a date without a time',
      )
      expect(await refusal('GET', filter(`d >= '${late}'`))).toContain('must be a date without a time')
    }
    const record = {
      id: 1,
      d: '2026-11-28T00:00:00.000Z',
      at: '2026-11-28T12:00:00+02:00',
      ts: '2026-11-28T12:00:00+02:00',
      tm: '10:00:00',
    }
    expect((await call('POST', 'z', { resource: [record] })).status).toBe(200)
    for (const condition of [
      "d = '2026-11-28T00:00:00Z'",
      "d = '2026-11-28'",
      "at = '2026-11-28T10:00:00Z'",
      "at = '2026-11-28 10:00:00'",
      "ts = '2026-11-28T10:00:00Z'",
      "ts = '2026-11-28T12:00:00+02:00'",
      "ts >= '2026-11-28T10:00:00Z'",
      "ts <= '2026-11-28T10:00:00Z'",
      "ts < '2026-11-28T10:00:01Z'",
      "tm = '10:00:00'",
    ])
      expect([condition, await list(filter(condition))]).toEqual([condition, [{ id: 1 }]])
    expect(await list(filter("ts > '2026-11-28T10:00:00Z'"))).toEqual([])
    if (!on.engine.values.typedColumns) return
    const zoned = { resource: [{ id: 2, tm: '00:30:00+02:00' }] }
    expect(await call('POST', 'z?fields=tm', zoned)).toMatchObject({ body: { resource: [{ tm: '22:30:00' }] } })
    expect(await list(filter("tm = '22:30:00Z'"))).toEqual([{ id: 2 }])
  })
})
