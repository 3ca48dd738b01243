import { beforeAll, expect, it } from 'vitest'
import { forEachEngine } from '../../../testing/databases/for-each-engine.ts'
import { mariadb, postgres } from '../../../testing/databases/test-engines.ts'
import { mcpSender } from '../../../testing/mcp/mcp-client.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

/** Views that write when read, through a function that they call. */
const statements = {
  PostgreSQL: [
    'CREATE TABLE visit (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, note text)',
    "CREATE FUNCTION visited() RETURNS integer LANGUAGE sql VOLATILE AS $$ INSERT INTO visit (note) VALUES ('read') RETURNING id $$",
    'CREATE TABLE thing (id integer PRIMARY KEY, label text)',
    "INSERT INTO thing VALUES (1, 'one')",
    'CREATE VIEW watched AS SELECT id, label, visited() AS visit FROM thing',
    "CREATE PROCEDURE committing() LANGUAGE plpgsql AS $$ BEGIN COMMIT; INSERT INTO visit (note) VALUES ('left'); END $$",
    "CREATE PROCEDURE resetting() LANGUAGE plpgsql AS $$ BEGIN SET transaction_read_only = off; INSERT INTO visit (note) VALUES ('left'); END $$",
    'CREATE PROCEDURE telling(INOUT told integer) LANGUAGE plpgsql AS $$ BEGIN told := 7; END $$',
  ],
  MariaDB: [
    'CREATE TABLE visit (id integer AUTO_INCREMENT PRIMARY KEY, note varchar(20))',
    "CREATE FUNCTION visited() RETURNS integer MODIFIES SQL DATA BEGIN INSERT INTO visit (note) VALUES ('read'); RETURN 1; END",
    'CREATE TABLE thing (id integer PRIMARY KEY, label varchar(20))',
    "INSERT INTO thing VALUES (1, 'one')",
    'CREATE VIEW watched AS SELECT id, label, visited() AS visit FROM thing',
    "CREATE PROCEDURE committing() BEGIN COMMIT; INSERT INTO visit (note) VALUES ('left'); END",
    "CREATE PROCEDURE resetting() BEGIN SET SESSION TRANSACTION READ WRITE; START TRANSACTION READ WRITE; INSERT INTO visit (note) VALUES ('left'); COMMIT; END",
    "CREATE PROCEDURE defining() BEGIN CREATE TABLE made (id integer); INSERT INTO visit (note) VALUES ('left'); END",
    "CREATE PROCEDURE insisting() BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION BEGIN END; COMMIT; START TRANSACTION READ WRITE; INSERT INTO visit (note) VALUES ('left'); COMMIT; END",
    'CREATE PROCEDURE telling(INOUT told integer) BEGIN SET told = 7; END',
  ],
  SQLite: [],
} as const

forEachEngine(
  'a service that only reads',
  (on) => {
    const { database, config } = on.share()
    beforeAll(async () => {
      for (const sql of statements[on.name]) await database.run({ sql, values: [] })
    })
    const { send, root } = sharedInstance()
    const as = { as: root }
    const create = async (name: string, type: string, settings: object) => {
      const record = { name, label: name, type, is_active: true, config: settings }
      expect((await send('POST', 'system/service', { ...as, body: { resource: [record] } })).status).toBe(201)
    }
    beforeAll(() => create('data', on.type, config))
    const call = { description: 'Visits.', tool_type: 'api', http_method: 'GET', parameters: [] }
    const toolAt = (name: string, url: string) => [{ ...call, name, enabled: true, url: `/api/v2/${url}` }]
    const procedures = statements[on.name].flatMap((sql) => /PROCEDURE (\w+)/.exec(sql)?.[1] ?? [])
    const custom_tools = [
      ...toolAt('visit', 'data/_func/visited'),
      ...procedures.flatMap((name) => toolAt(name, `data/_proc/${name}`)),
    ]
    const shown = { exposed_services: ['data'], allow_session_auth: true, confirm_writes: 'off', custom_tools }
    beforeAll(async () => {
      await create('reading', 'mcp', shown)
      await create('writing', 'mcp', { ...shown, allow_writes: true })
    })
    const visits = async () => Number((await database.run({ sql: 'SELECT * FROM visit', values: [] })).rows.length)
    const watched = { table_name: 'watched' }

    it('reports in one sentence that the database rejected a view that would write', async () => {
      const { isError, text } = await mcpSender(send, 'reading').call('get_table_data', watched, as)
      const sentence = 'The database refused it: it would write, and this request is read-only.'
      expect({ isError, text }).toEqual({ isError: true, text: `Permission: ${sentence}` })
      expect(await visits()).toBe(0)
    })

    it('has the database reject functions that would write, called by a tool that only reads', async () => {
      const { isError, text } = await mcpSender(send, 'reading').call('visit', {}, as)
      expect({ isError, text }).toMatchObject({
        isError: true,
        text: expect.stringContaining('this request is read-only'),
      })
      expect(await visits()).toBe(0)
    })

    it('has it keep procedures from writing that would end its transaction, and call those that read', async () => {
      for (const name of procedures) {
        const { isError, text } = await mcpSender(send, 'reading').call(name, {}, as)
        // A procedure that ignores errors is none for its caller.
        expect({ name, isError, text }).toMatchObject({ isError: name !== 'telling' && name !== 'insisting' })
        expect({ name, visits: await visits() }).toEqual({ name, visits: 0 })
      }
      const { text } = await mcpSender(send, 'reading').call('telling', {}, as)
      expect(text).toContain('7')
      expect(
        (await database.run({ sql: "SELECT 1 FROM information_schema.tables WHERE table_name = 'made'", values: [] }))
          .rows,
      ).toEqual([])
    })

    it('has it reject such a view also in pages so long that they are streamed', async () => {
      await create('long', on.type, { ...config, max_records: 5_000 })
      const tools = toolAt('page', 'long/_table/watched?limit=5000')
      await create('paging', 'mcp', { ...shown, exposed_services: ['long'], custom_tools: tools })
      const { isError, text } = await mcpSender(send, 'paging').call('page', {}, as)
      expect({ isError, text }).toMatchObject({
        isError: true,
        text: expect.stringContaining('this request is read-only'),
      })
      expect(await visits()).toBe(0)
    })

    it('reads everything else repeatedly, and does not block writers', async () => {
      const reading = mcpSender(send, 'reading')
      for (let time = 0; time < 3; time++) {
        const { value } = await reading.call('get_table_data', { table_name: 'thing' }, as)
        expect(value.rows).toEqual([{ id: 1, label: 'one' }])
        expect((await reading.call('get_table_data', watched, as)).isError).toBe(true)
        const body = { resource: [{ id: time + 2, label: 'more' }] }
        expect((await send('POST', 'data/_table/thing', { ...as, body })).status).toBe(200)
        expect((await send('DELETE', `data/_table/thing/${time + 2}`, as)).status).toBe(200)
      }
      expect((await reading.call('get_data_model', {}, as)).isError).toBe(false)
    })

    it('differs in this from a service with write access, and from HTTP', async () => {
      const { value } = await mcpSender(send, 'writing').call('get_table_data', watched, as)
      expect(value.rows).toMatchObject([{ id: 1 }])
      expect((await send('GET', 'data/_table/watched', as)).status).toBe(200)
      expect(await visits()).toBeGreaterThanOrEqual(2)
    })
  },
  [postgres, mariadb],
)
