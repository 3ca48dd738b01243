import { describe, expect, test } from 'vitest'
import { forEachEngine } from '../../../../testing/databases/for-each-engine.ts'
import { sqlite } from '../../../../testing/databases/test-engines.ts'
import { schemaCalls } from '../suite/schema-calls.ts'
import { serviceOn } from '../suite/service-on.ts'

/** A hand-written table with everything that SQLite supports. */
const written = [
  `CREATE TABLE maker (id integer PRIMARY KEY, name text)`,
  `CREATE TABLE "tool" ( -- what hangs on the wall, (by name)
    id INTEGER PRIMARY KEY AUTOINCREMENT, /* counts, and never again */
    name varchar(40) NOT NULL COLLATE NOCASE CONSTRAINT named CHECK (length(name) > 1),
    [price in, cents] integer DEFAULT (1 + 2) CHECK ("price in, cents" >= 0),
    maker_id integer REFERENCES maker (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
    code text UNIQUE ON CONFLICT ABORT,
    shout text GENERATED ALWAYS AS (upper(name)) VIRTUAL,
    weight real, obsolete text,
    UNIQUE (name, code), CONSTRAINT sane CHECK (code <> name))`,
  `CREATE TABLE use (id integer PRIMARY KEY, tool_id integer NOT NULL REFERENCES tool (id) ON DELETE CASCADE)`,
  `CREATE TABLE log (text text)`,
  `CREATE INDEX cheap ON tool ("price in, cents") WHERE "price in, cents" < 10`,
  `CREATE TRIGGER told AFTER UPDATE ON tool BEGIN INSERT INTO log VALUES (old.name || ', ' || new.name); END`,
  `CREATE VIEW cheap_tool AS SELECT id, name FROM tool WHERE "price in, cents" < 10`,
  `CREATE VIEW heavy_tool AS SELECT id FROM tool WHERE weight > 9`,
  `CREATE TRIGGER used AFTER INSERT ON use BEGIN UPDATE tool SET code = new.id WHERE id = new.tool_id; END`,
  `INSERT INTO maker VALUES (1, 'Smith')`,
  `INSERT INTO tool (id, name, maker_id, code) VALUES (5, 'saw', 1, 's'), (9, 'axe', NULL, 'a')`,
  `INSERT INTO use VALUES (1, 5), (2, 9)`,
  `DELETE FROM tool WHERE id = 9`,
  `DELETE FROM log`,
]

forEachEngine(
  'rebuilding a table',
  (on) => {
    async function workshop() {
      const service = await serviceOn(on)
      const run = async (sql: string) => (await service.database.run({ sql, values: [] })).rows
      for (const sql of written) await run(sql)
      return { run, ...schemaCalls(service) }
    }

    describe('is rejected', () => {
      test('without changing anything, if dependent objects would break', async () => {
        const { run, refused, table } = await workshop()
        const before = await run('SELECT name, sql FROM sqlite_schema ORDER BY name')
        expect(await refused('DELETE', '/tool/_field/name')).toMatch(/^400 .*no such column: name/)
        expect(await refused('DELETE', '/tool/_field/weight')).toMatch(
          /^409 The change would break .* no such column: weight/,
        )
        expect(await refused('DELETE', '/log')).toMatch(/^409 The change would break .* no such table: main.log/)
        expect(await refused('PATCH', '/tool/_field/obsolete', { allow_null: false })).toBe(
          "400 A value is required in the field 'obsolete'.",
        )
        expect(await refused('PATCH', '/cheap_tool/_field/name', { allow_null: true, length: 9 })).toMatch(/view/)
        expect(await run('SELECT name, sql FROM sqlite_schema ORDER BY name')).toEqual(before)
        expect((await table('tool')).field).toHaveLength(8)
      })
    })

    test('keeps everything else: constraints, indexes, triggers, views, references and generated numbers', async () => {
      const { run, done, table } = await workshop()
      await done('PATCH', '/tool', {
        field: [
          { name: 'name', length: 80, allow_null: true },
          { name: 'maker_id', ref_on_delete: 'CASCADE' },
          { name: 'code', is_unique: false },
        ],
      })
      await done('DELETE', '/tool/_field/obsolete')
      expect(await run('SELECT id, name, shout, maker_id FROM tool')).toEqual([
        { id: 5, name: 'saw', shout: 'SAW', maker_id: 1 },
      ])
      expect((await table('tool')).field.map(({ name, db_type }) => [name, db_type])).toEqual([
        ['id', 'integer'],
        ['name', 'varchar(80)'],
        ['price in, cents', 'integer'],
        ['maker_id', 'integer'],
        ['code', 'text'],
        ['shout', 'text'],
        ['weight', 'real'],
      ])
      await expect(run(`INSERT INTO tool (name) VALUES ('x')`)).rejects.toThrow('named')
      await expect(run(`INSERT INTO tool (name, code) VALUES ('xx', 'xx')`)).rejects.toThrow('sane')
      await expect(run(`INSERT INTO tool (name, maker_id) VALUES ('xx', 7)`)).rejects.toThrow()
      await run(`INSERT INTO tool (name, code) VALUES ('hammer', 's')`)
      expect(await run(`SELECT id, "price in, cents" AS price FROM tool WHERE name = 'HAMMER'`)).toEqual([
        { id: 10, price: 3 },
      ])
      await run(`UPDATE tool SET name = 'mallet' WHERE id = 10`)
      expect(await run('SELECT * FROM log')).toEqual([{ text: 'hammer, mallet' }])
      expect(await run('SELECT name FROM cheap_tool ORDER BY id')).toEqual([{ name: 'saw' }, { name: 'mallet' }])
      expect(await run(`SELECT sql FROM sqlite_schema WHERE name = 'cheap'`)).toEqual([{ sql: written[4] }])
      await run('DELETE FROM maker')
      expect(await run('SELECT tool_id FROM use')).toEqual([])
      expect(await run('PRAGMA foreign_key_check')).toEqual([])
    })
  },
  [sqlite],
)
