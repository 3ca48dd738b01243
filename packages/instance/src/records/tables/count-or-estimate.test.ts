import { describe, expect, it } from 'vitest'
import { sharedServiceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { mariadb, postgres } from '../../testing/databases/test-engines.ts'

const rows = {
  PostgreSQL: [
    'CREATE TABLE large AS SELECT id, id % 2 AS half FROM generate_series(1, 200000) AS id',
    'CREATE TABLE small AS SELECT id FROM generate_series(1, 3) AS id',
    'ANALYZE large',
    'ANALYZE small',
  ],
  MariaDB: [
    'CREATE TABLE large AS SELECT seq AS id, seq % 2 AS half FROM seq_1_to_200000',
    'CREATE TABLE small AS SELECT seq AS id FROM seq_1_to_3',
    'ANALYZE TABLE large',
  ],
} as const

forEachEngine(
  'estimates of numbers of records',
  (on) => {
    describe('are requested with count_only', () => {
      const service = sharedServiceOn(on)
      const count = async (query: string) => {
        const { send, root } = service.instance
        return (await send('GET', `db/_table/${query}`, { as: root })).body
      }

      it('and replace the count of large tables only, unless records are filtered', async () => {
        const statements = on.type === 'pgsql' ? rows.PostgreSQL : rows.MariaDB
        for (const sql of statements) await service.database.run({ sql, values: [] })
        expect(await count('large?count_only=true')).toBe(200_000)
        const estimate = await count('large?count_only=true&estimate=true')
        expect(estimate).toEqual({ count: expect.any(Number), estimated: true })
        const half = await count('large?count_only=true&estimate=true&filter=half=1')
        expect(half).toEqual({ count: 100_000, estimated: false })
        expect(await count('small?count_only=true&estimate=true')).toEqual({ count: 3, estimated: false })
      })
    })
  },
  [postgres, mariadb],
)
