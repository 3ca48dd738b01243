import { describe, expect, it } from 'vitest'
import { sqliteEngine } from '../../engines/sqlite/sqlite-engine.ts'
import { affinityOf, sqliteSimpleType } from '../../engines/sqlite/sqlite-types.ts'
import { serviceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { sqlite } from '../../testing/databases/test-engines.ts'

forEachEngine(
  'a SQLite value without a declared type',
  (on) => {
    async function opened() {
      const { instance, database, serviceId } = await serviceOn(on)
      const statements = [
        'CREATE TABLE t (id integer primary key, a integer, k, w text, raw blob)',
        "INSERT INTO t VALUES (1, 10, 10, '10', x'0a'), (2, 100, '100', '100', x'0b'), (3, -5, 1.5, 'x', 'text')",
        `CREATE VIEW v AS SELECT id, a, a * 2 AS b, a > 50 AS big, CAST(w AS integer) AS c, SUM(a) OVER (ORDER BY id) AS running,
          upper(w) AS u, k, raw FROM t`,
        'CREATE VIEW g AS SELECT w, MAX(a) AS top, COUNT(*) AS n FROM t GROUP BY w',
        'CREATE TABLE keyed (k PRIMARY KEY, name text)',
        "INSERT INTO keyed VALUES (5, 'number'), ('x', 'text'), ('7', 'digits')",
        'CREATE TABLE sub (id integer primary key, memo BLOB SUB_TYPE TEXT)',
        "INSERT INTO sub VALUES (1, 'plain')",
        'CREATE VIRTUAL TABLE page USING fts5(title, year)',
        "INSERT INTO page VALUES ('one', '1999'), ('two', '2001')",
      ]
      for (const sql of statements) await database.run({ sql, values: [] })
      const get = async (
        path: string,
        credentials: { key?: string; as?: { token: string } } = { as: instance.root },
      ) => {
        const { body } = await instance.send<{ resource: Record<string, unknown>[] }>('GET', `db/${path}`, credentials)
        return body
      }
      const ids = async (table: string, filter: string) =>
        (await get(`_table/${table}?fields=id&filter=${encodeURIComponent(filter)}`)).resource.map(({ id }) => id)
      return { instance, serviceId, get, ids }
    }

    it('is compared as the number or text that it is', async () => {
      const { ids, get } = await opened()
      expect(await ids('v', 'b > 20')).toEqual([2])
      expect(await ids('v', 'b <= "20"')).toEqual([1, 3])
      expect(await ids('v', 'b = 20')).toEqual([1])
      expect(await ids('v', 'b != 20')).toEqual([2, 3])
      expect(await ids('v', 'b in (20, -10)')).toEqual([1, 3])
      expect(await ids('v', 'b < 0')).toEqual([3])
      expect(await ids('v', 'big = true')).toEqual([2])
      expect(await ids('v', 'c > 9 and c < 11')).toEqual([1])
      expect(await ids('v', 'running = 105')).toEqual([3])
      expect(await ids('v', 'u = "X"')).toEqual([3])
      expect(await ids('v', 'k = 100')).toEqual([2])
      expect(await ids('t', 'k = 1.5')).toEqual([3])
      expect(await ids('t', 'k = "10"')).toEqual([1])
      expect(await ids('t', 'k like "10%"')).toEqual([1, 2])
      expect((await get('_table/g?fields=w&filter=top>9&order=w')).resource).toEqual([{ w: '10' }, { w: '100' }])
      expect((await get('_table/g?fields=w&filter=n=1&order=w')).resource).toHaveLength(3)
      expect((await get('_table/page?fields=title&filter=year>2000')).resource).toEqual([{ title: 'two' }])
    })

    it('is found as a key, whether a number or a text', async () => {
      const { get } = await opened()
      expect(await get('_table/keyed/5?fields=name')).toEqual({ name: 'number' })
      expect(await get('_table/keyed/7?fields=name')).toEqual({ name: 'digits' })
      expect((await get('_table/keyed?ids=x,5,7&fields=name')).resource).toEqual([
        { name: 'text' },
        { name: 'number' },
        { name: 'digits' },
      ])
    })

    it('is compared in the same way by the row filter of a role', async () => {
      const { instance, serviceId, get } = await opened()
      const { send, make, root: as } = instance
      const filters = [{ name: 'b', operator: '<', value: '0' }]
      const rule = { service_id: serviceId, component: '_table/v/*', verb_mask: 1, requestor_mask: 1, filters }
      const role = { name: 'below', is_active: true, role_service_access_by_role_id: [rule] }
      const made = await send<{ resource: [{ id: number }] }>('POST', 'system/role', { as, body: { resource: [role] } })
      const app = await make.app({ role_id: made.body.resource[0].id })
      expect((await get('_table/v?fields=id', { key: app.api_key })).resource).toEqual([{ id: 3 }])
    })

    it('has the type any, and other columns that of the first word that SQLite looks for', async () => {
      const { instance, get } = await opened()
      const types = async (table: string) => {
        const { body } = await instance.send<{ field: { name: string; type: string }[] }>(
          'GET',
          `db/_schema/${table}`,
          {
            as: instance.root,
          },
        )
        return Object.fromEntries(body.field.map(({ name, type }) => [name, type]))
      }
      expect(await types('v')).toMatchObject({
        a: 'integer',
        b: 'any',
        c: 'integer',
        running: 'any',
        k: 'any',
        raw: 'binary',
      })
      expect(await types('sub')).toMatchObject({ memo: 'text' })
      expect(await get('_table/sub/1')).toEqual({ id: 1, memo: 'plain' })
      expect((await get('_table/v?fields=b,k&filter=id=2')).resource).toEqual([{ b: 200, k: '100' }])
    })
  },
  [sqlite],
)

describe('the type of a SQLite column', () => {
  it.each([
    ['', 'BLOB', 'any'],
    ['INT', 'INTEGER', 'integer'],
    ['UNSIGNED BIG INT', 'INTEGER', 'bigint'],
    ['int8', 'INTEGER', 'bigint'],
    ['tinyint(1)', 'INTEGER', 'boolean'],
    ['FLOATING POINT', 'INTEGER', 'any'],
    ['CHARINT', 'INTEGER', 'any'],
    ['native character(70)', 'TEXT', 'string'],
    ['BLOB SUB_TYPE TEXT', 'TEXT', 'text'],
    ['clob', 'TEXT', 'text'],
    ['blob', 'BLOB', 'binary'],
    ['double precision', 'REAL', 'double'],
    ['real', 'REAL', 'float'],
    ['STRING', 'NUMERIC', 'any'],
    ['num', 'NUMERIC', 'decimal'],
    ['decimal(10,5)', 'NUMERIC', 'decimal'],
    ['boolean', 'NUMERIC', 'boolean'],
    ['datetime', 'NUMERIC', 'datetime'],
    ['varbinary(5)', 'NUMERIC', 'binary'],
    ['json', 'NUMERIC', 'string'],
  ])('%s has the affinity %s and is told as %s', (dbType, affinity, type) => {
    expect(affinityOf(dbType)).toBe(affinity)
    expect(sqliteSimpleType({ dbType: dbType.toLowerCase(), length: null, precision: null })).toBe(type)
    expect(sqliteEngine.schema.simpleType({ dbType, length: null, precision: null })).toBe(type)
  })
})
