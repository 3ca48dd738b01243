import { expect, it } from 'vitest'
import { tableCalls } from '../../subjects/data/databases/suite/calls.ts'
import { serviceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { mariadb, postgres } from '../../testing/databases/test-engines.ts'

forEachEngine(
  'a partitioned table',
  (on) => {
    it('tells that no partition takes a record, and takes others', async () => {
      const { instance, database } = await serviceOn(on)
      const { call, batch } = tableCalls(instance)
      const run = (sql: string) => database.run({ sql, values: [] })
      if (on.name === 'PostgreSQL') {
        await run('CREATE TABLE pt (id integer, d date, PRIMARY KEY (id, d)) PARTITION BY RANGE (d)')
        await run("CREATE TABLE pt0 PARTITION OF pt FOR VALUES FROM ('2000-01-01') TO ('2020-01-01')")
      } else {
        const part = 'PARTITION BY RANGE (year(d)) (PARTITION p0 VALUES LESS THAN (2020))'
        await run(`CREATE TABLE pt (id integer, d date, PRIMARY KEY (id, d)) ${part}`)
      }
      const late = { resource: [{ id: 1, d: '2026-01-01' }] }
      const refused = await batch('POST', 'pt', late)
      const message = "No partition of the table takes the value '2026-01-01' in the field 'd'."
      expect(refused.rows).toMatchObject([{ code: 400, message, context: { d: [message] } }])
      expect(await call('POST', 'pt', { resource: [{ id: 1, d: '2016-01-01' }] })).toMatchObject({ status: 200 })
      expect(await call('PATCH', 'pt?filter=id=1', { resource: [{ d: '2026-01-01' }] })).toMatchObject({
        status: 400,
        body: { error: { message } },
      })
    })
  },
  [postgres, mariadb],
)
