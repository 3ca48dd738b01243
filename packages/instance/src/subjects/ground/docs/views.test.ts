import { beforeAll, describe, expect, it } from 'vitest'
import { forEachEngine } from '../../../testing/databases/for-each-engine.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

const verbs = ['get', 'post', 'put', 'patch', 'delete']

const setUp = [
  'CREATE TABLE sold (id integer PRIMARY KEY, region varchar(20), amount integer)',
  "INSERT INTO sold VALUES (1, 'EU', 5)",
  'CREATE VIEW totals AS SELECT region, SUM(amount) AS total FROM sold GROUP BY region',
  'CREATE VIEW recent AS SELECT id, region, amount FROM sold',
]

forEachEngine('API documents of views', (on) => {
  const { database, config } = on.share()
  beforeAll(async () => {
    for (const sql of setUp) await database.run({ sql, values: [] })
    if (on.name === 'SQLite')
      await database.run({
        sql: `CREATE TRIGGER taken INSTEAD OF INSERT ON recent
          BEGIN INSERT INTO sold VALUES (NEW.id, NEW.region, NEW.amount); END`,
        values: [],
      })
  })
  const { send, root } = sharedInstance()
  beforeAll(async () => {
    const record = { name: 'shop', label: 'Shop', type: on.type, is_active: true, config }
    expect((await send('POST', 'system/service', { as: root, body: { resource: [record] } })).status).toBe(201)
  })
  const described = async (path: string) => {
    const { body } = await send<{ paths: Record<string, object> }>('GET', 'api_docs/shop', { as: root })
    return verbs.filter((verb) => verb in (body.paths[path] ?? {}))
  }
  const create = (view: string, record: object) =>
    send('POST', `shop/_table/${view}`, { as: root, body: { resource: [record] } })

  describe('that the database does not write', () => {
    it('have reads only, as all writes are refused', async () => {
      expect((await create('totals', { region: 'US', total: 1 })).status).toBeGreaterThanOrEqual(400)
      expect(await described('/_table/totals')).toEqual(['get'])
      expect(await described('/_table/totals/{id}')).toEqual(['get'])
    })
  })

  describe('that the database writes through', () => {
    it('have the writes that it takes', async () => {
      expect((await create('recent', { id: 2, region: 'US', amount: 7 })).status).toBe(200)
      expect(await described('/_table/recent')).toContain('post')
    })
  })
})
