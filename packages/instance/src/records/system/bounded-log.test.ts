import { describe, expect, it } from 'vitest'
import { fixture } from '../../testing/fixture.ts'
import { engines, openTestStore } from '../../testing/test-store.ts'
import { createThinning, type LogBounds } from './bounded-log.ts'

const day = 86_400_000
const now = Date.parse('2030-06-30T00:00:00Z')

describe.each(engines)('a bounded log on %s', (engine) => {
  const opened = fixture(
    () => openTestStore(engine),
    ({ close }) => close(),
  )

  const dateOf = (age: number) => new Date(now - age * day).toISOString()
  /** Adds rows of 1,000 bytes with these ages in days, from an id on, to an empty log. */
  async function fill(ages: readonly number[], from = 1): Promise<void> {
    const { db } = opened.store
    await db.deleteFrom('audit').execute()
    await add(ages, from)
  }
  async function add(ages: readonly number[], from: number): Promise<void> {
    const row = {
      user_id: null,
      user_email: null,
      app_name: null,
      address: '',
      request_verb: 'POST',
      action: 'created',
    }
    const rest = {
      resource: 'role',
      record_name: null,
      owner_resource: null,
      owner_id: null,
      write_id: 'w',
      changed: '',
    }
    for (let at = 0; at < ages.length; at += 500) {
      const rows = ages.slice(at, at + 500).map((age, index) => {
        const id = from + at + index
        return { ...row, ...rest, id, created_date: dateOf(age), record_id: String(id), before: null, after: 'x' }
      })
      await opened.store.db.insertInto('audit').values(rows).execute()
    }
  }
  const thinning = (bounds: Partial<LogBounds>) =>
    createThinning(
      opened.store,
      { table: 'audit', bytes: '1000' },
      { days: 90, megabytes: 1_000, ...bounds },
      () => now,
    )
  async function ids(): Promise<[count: number, first: number | null, last: number | null]> {
    const rows = await opened.store.db.selectFrom('audit').select('id').orderBy('id').execute()
    return [rows.length, rows[0]?.id ?? null, rows.at(-1)?.id ?? null]
  }
  const many = (count: number, age: number) => Array.from({ length: count }, () => age)

  it('keeps everything within its bounds, and copes with an empty table', async () => {
    await fill([])
    expect(await thinning({})()).toBe(true)
    await fill(many(2_500, 89))
    expect(await thinning({})()).toBe(true)
    expect(await ids()).toEqual([2_500, 1, 2_500])
  })

  it('drops what is too old, to the day, whole parts or rows of one, wherever they are', async () => {
    await fill([...many(2_300, 91), ...many(200, 89), 100, 1])
    const thin = thinning({})
    await thin()
    expect(await ids()).toEqual([201, 2_301, 2_502])
    await thin()
    expect(await ids()).toEqual([201, 2_301, 2_502])
    await fill([...many(1_200, 1), ...many(1_200, 91)])
    await thin()
    expect(await ids()).toEqual([1_200, 1, 1_200])
  })

  it('drops the oldest beyond its size, to the row', async () => {
    await fill(many(4_321, 1))
    const thin = thinning({ megabytes: 2 })
    await thin()
    expect(await ids()).toEqual([2_000, 2_322, 4_321])
    await add(many(700, 0), 4_322)
    await thin()
    expect(await ids()).toEqual([2_000, 3_022, 5_021])
    await thin()
    expect(await ids()).toEqual([2_000, 3_022, 5_021])
  })

  it('passes gaps between ids, and notices what other nodes dropped', async () => {
    await fill(many(10, 91), 5)
    await add(many(1_500, 2), 9_000_000)
    const one = thinning({ megabytes: 1 })
    const other = thinning({ megabytes: 1 })
    for (const thin of [one, other]) await thin()
    expect(await ids()).toEqual([1_000, 9_000_500, 9_001_499])
    await add(many(600, 0), 9_001_500)
    for (const thin of [one, other, one, other]) await thin()
    expect(await ids()).toEqual([1_000, 9_001_100, 9_002_099])
  })

  it('looks at a limited number of parts in one round, and continues with the next', async () => {
    const spread = many(2_300, 1)
    await fill([])
    const { db } = opened.store
    await add(spread, 1)
    // One row in each of 2,300 parts.
    await db
      .updateTable('audit')
      .set((eb) => ({ id: eb('id', '*', -1_000) }))
      .execute()
    await db
      .updateTable('audit')
      .set((eb) => ({ id: eb('id', '*', -1) }))
      .execute()
    const thin = thinning({ megabytes: 1 })
    expect(await thin()).toBe(false)
    expect((await ids())[0]).toBe(2_300)
    expect(await thin()).toBe(true)
    expect(await ids()).toEqual([1_000, 1_301_000, 2_300_000])
  })
})
