import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { isoMicros } from '../../../platform/clock.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

const { parts, send, root } = sharedInstance()

/** Far apart, as if there were all rows between them. */
const ids = [1_000_001, 1_040_000, 1_120_000, 1_300_000, 1_300_001]

const answer = async (query: string) => {
  const { body } = await send('GET', `system/role?fields=id&${query}`, { as: root })
  return body
}
const found = async (query: string) => Object(await answer(query)).resource.map(({ id }: { id: number }) => id)

describe('a filtered list of many rows on SQLite', () => {
  it('has the rows, order, pages and number that it has when it is read at once', async () => {
    const dates = { created_date: isoMicros(parts.clock()), last_modified_date: isoMicros(parts.clock()) }
    const rows = ids.map((id) => ({ id, name: `far ${id}`, is_active: 1, ...dates }))
    await parts.store.db.insertInto('role').values(rows).execute()
    const filter = 'filter=name%20like%20%22far%25%22'
    expect(await found(filter)).toEqual(ids)
    expect(await found(`${filter}&limit=2`)).toEqual(ids.slice(0, 2))
    expect(await found(`${filter}&limit=2&offset=1`)).toEqual(ids.slice(1, 3))
    expect(await found(`${filter}&limit=3&order=id%20DESC`)).toEqual(ids.toReversed().slice(0, 3))
    expect(await found(`${filter}&limit=3&order=name%20DESC`)).toEqual(ids.toReversed().slice(0, 3))
    expect(await found(`${filter}&limit=10&offset=5`)).toEqual([])
    expect(await answer(`${filter}&limit=1&include_count=true`)).toMatchObject({ meta: { count: ids.length } })
    expect(await answer(`${filter}&count_only=true`)).toBe(ids.length)
  })

  it('is read in several parts without a filter too, if very many rows are wanted', async () => {
    const reads = vi.spyOn(parts.store.statements, 'all')
    onTestFinished(() => reads.mockRestore())
    const all = await found('limit=100000')
    expect(all.slice(-ids.length)).toEqual(ids)
    expect(await found('limit=100000&order=id%20DESC')).toEqual(all.toReversed())
    expect(await found('limit=100000&offset=2')).toEqual(all.slice(2))
    expect(reads.mock.calls.filter(([sql]) => sql.includes('FROM "role"')).length).toBeGreaterThan(15)
  })

  it('is read in several parts, between which other requests are answered', async () => {
    const reads = vi.spyOn(parts.store.statements, 'all')
    onTestFinished(() => reads.mockRestore())
    await send('GET', 'system/role?limit=10&filter=name%20like%20%22%25nowhere%25%22', { as: root })
    expect(reads.mock.calls.filter(([sql]) => sql.includes('LIKE')).length).toBeGreaterThan(5)
  })

  it('is read in a bounded number of parts, however large the gaps between keys are', async () => {
    const dates = { created_date: isoMicros(parts.clock()), last_modified_date: isoMicros(parts.clock()) }
    const farthest = { id: Number.MAX_SAFE_INTEGER - 1, name: 'far away', is_active: 1, ...dates }
    await parts.store.db.insertInto('role').values(farthest).execute()
    const reads = vi.spyOn(parts.store.statements, 'all')
    onTestFinished(() => reads.mockRestore())
    expect(await found('filter=name%20like%20%22far%25%22')).toEqual([...ids, farthest.id])
    expect(reads.mock.calls.length).toBeLessThan(1_100)
  })
})
