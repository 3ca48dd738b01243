import { sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { seededNumbers } from '../../../testing/seeded-numbers.ts'
import { testInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'

/** More than the ids that are counted together. */
const many = 30_000

describe.each(engines)('a long audit log on %s', (engine) => {
  it('has the same pages and number as its rows, from whichever end, also after the oldest and others are dropped', async () => {
    const { parts, send, root } = await testInstance({ engine })
    const { db, statements } = parts.store
    const numbered = sql`with recursive number (n) as (select 1 union all select n + 1 from number where n < ${sql.lit(many)})`
    await sql`${numbered} insert into audit (created_date, address, request_verb, action, resource, record_id, write_id, changed)
      select '2999-11-29T00:00:00.000000Z', '', 'POST', 'created', 'role', '1', 'x', 'name' from number`.execute(db)
    await sql`delete from audit where id < 9000 or id % 7 = 0 or id between 17000 and 26000`.execute(db)
    await sql`insert into audit (id, created_date, address, request_verb, action, resource, record_id, write_id, changed)
      values (900000, '2999-11-29T00:00:00.000000Z', '', 'POST', 'created', 'role', '1', 'x', 'name')`.execute(db)
    const ids = (await sql<{ id: number }>`select id from audit order by id`.execute(db)).rows.map(({ id }) =>
      Number(id),
    )

    const get = async (query: string) =>
      Object((await send('GET', `system/audit?fields=id&${query}`, { as: root })).body)
    const page = async (query: string) => (await get(query)).resource.map((row: { id: number }) => row.id)
    const below = seededNumbers(7)
    const offsets = [
      8191,
      8192,
      ids.length - 1,
      ids.length,
      ids.length + 9000,
      ...[1, 2, 3, 4, 5, 6].map(() => below(ids.length)),
    ]
    for (const offset of offsets) {
      expect(await page(`limit=5&offset=${offset}`)).toEqual(ids.slice(offset, offset + 5))
      expect(await page(`limit=5&order=id%20DESC&offset=${offset}`)).toEqual(ids.toReversed().slice(offset, offset + 5))
    }
    expect((await get('limit=1&include_count=true')).meta).toEqual({ count: ids.length })
    if (engine === 'postgres') return

    const reads = vi.spyOn(statements, 'all')
    onTestFinished(() => reads.mockRestore())
    await page(`limit=5&offset=${ids.length - 5}`)
    const skipped = reads.mock.calls.flatMap(([text, values]) =>
      text.includes('OFFSET') ? [Number(values.at(-1))] : [],
    )
    expect(Math.max(...skipped)).toBeLessThan(8192)
  })
})
