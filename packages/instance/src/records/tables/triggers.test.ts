import { expect, it } from 'vitest'
import { tableCalls } from '../../subjects/data/databases/suite/calls.ts'
import { serviceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { type EngineUnderTest, forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { spelledOn } from '../../testing/databases/library.ts'

const table = 'CREATE TABLE tr (id integer PRIMARY KEY, t varchar(20))'

/** Triggers that store texts in capitals and, where the engine can, drop rows with the text SKIP. */
const triggers = {
  sqlite: [
    "CREATE TRIGGER s BEFORE INSERT ON tr WHEN new.t = 'skip' BEGIN SELECT RAISE(IGNORE); END",
    'CREATE TRIGGER a AFTER INSERT ON tr BEGIN UPDATE tr SET t = upper(t) WHERE id = new.id; END',
    'CREATE TRIGGER b AFTER UPDATE ON tr WHEN new.t <> upper(new.t) BEGIN UPDATE tr SET t = upper(t) WHERE id = new.id; END',
  ],
  pgsql: [
    `CREATE FUNCTION up() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF new.t = 'skip' THEN RETURN NULL; END IF; new.t := upper(new.t); RETURN new; END $$`,
    'CREATE TRIGGER a BEFORE INSERT OR UPDATE ON tr FOR EACH ROW EXECUTE FUNCTION up()',
  ],
  mysql: [
    'CREATE TRIGGER a BEFORE INSERT ON tr FOR EACH ROW SET new.t = upper(new.t)',
    'CREATE TRIGGER b BEFORE UPDATE ON tr FOR EACH ROW SET new.t = upper(new.t)',
  ],
}

forEachEngine('a table whose triggers change rows', (on) => {
  async function opened(engine: EngineUnderTest) {
    const { instance, database } = await serviceOn(engine)
    for (const sql of [table, ...spelledOn(engine.engine, triggers)]) await database.run({ sql, values: [] })
    return { ...tableCalls(instance), instance }
  }

  it('answers what is stored', async () => {
    const { call, list } = await opened(on)
    const rows = (...records: object[]) => ({ status: 200, body: { resource: records } })
    const several = {
      resource: [
        { id: 1, t: 'a' },
        { id: 2, t: 'b' },
      ],
    }
    expect(await call('POST', 'tr?fields=*', several)).toMatchObject(rows({ id: 1, t: 'A' }, { id: 2, t: 'B' }))
    expect(await call('POST', 'tr?fields=*', { resource: [{ id: 3, t: 'c' }] })).toMatchObject(rows({ id: 3, t: 'C' }))
    expect(await call('PATCH', 'tr/1?fields=*', { t: 'd' })).toMatchObject({ body: { id: 1, t: 'D' } })
    const change = { resource: [{ t: 'e' }] }
    expect(await call('PATCH', 'tr?ids=1,2&fields=*', change)).toMatchObject(rows({ id: 1, t: 'E' }, { id: 2, t: 'E' }))
    expect(await call('PATCH', 'tr?filter=id=3&fields=*', change)).toMatchObject(rows({ id: 3, t: 'E' }))
    expect(await list('tr?fields=t&order=id')).toEqual([{ t: 'E' }, { t: 'E' }, { t: 'E' }])
  })

  it('tells that a record was dropped', async ({ skip }) => {
    if (on.name === 'MariaDB') skip('Triggers of MariaDB cannot drop rows.')
    const { call, list } = await opened(on)
    const answered = async (path: string, body: object) => JSON.stringify((await call('POST', path, body)).body)
    expect(await answered('tr?fields=*', { resource: [{ id: 1, t: 'skip' }] })).toContain('dropped it')
    const two = {
      resource: [
        { id: 1, t: 'x' },
        { id: 2, t: 'skip' },
      ],
    }
    expect(await answered('tr?rollback=true', two)).toContain('dropped it')
    expect(await list('tr')).toEqual([])
  })
})
