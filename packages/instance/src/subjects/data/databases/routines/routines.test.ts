import type { Database } from '@millwright/connector/engine/engine'
import { beforeAll, describe, expect, it } from 'vitest'
import { forEachEngine } from '../../../../testing/databases/for-each-engine.ts'
import { serviceOn, sharedServiceOn } from '../suite/service-on.ts'

const postgres = [
  'CREATE FUNCTION age(years int, plus int DEFAULT 1) RETURNS int LANGUAGE sql AS $$ SELECT years + plus $$',
  'CREATE FUNCTION age(word text) RETURNS text LANGUAGE sql AS $$ SELECT upper(word) $$',
  'CREATE FUNCTION price() RETURNS numeric LANGUAGE sql AS $$ SELECT 12345678901234567.89 $$',
  'CREATE FUNCTION tables(wanted int) RETURNS TABLE (n int, word text) LANGUAGE sql AS $$ SELECT i, $w$n$w$ || i FROM generate_series(1, wanted) i $$',
  'CREATE PROCEDURE double(INOUT n int, word text) LANGUAGE plpgsql AS $$ BEGIN n := n * length(word); END $$',
  "CREATE PROCEDURE fail() LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no such luck'; END $$",
  'CREATE SCHEMA other',
  'CREATE FUNCTION other.secret() RETURNS boolean LANGUAGE sql AS $$ SELECT true $$',
]

const mariadb = [
  'CREATE FUNCTION age(years int, plus int) RETURNS int DETERMINISTIC RETURN years + COALESCE(plus, 1)',
  'CREATE FUNCTION price() RETURNS decimal(30,2) DETERMINISTIC RETURN 12345678901234567.89',
  "CREATE PROCEDURE tables(IN wanted int) BEGIN SELECT seq AS n, CONCAT('n', seq) AS word FROM seq_1_to_9 WHERE seq <= wanted; END",
  'CREATE PROCEDURE several() BEGIN SELECT 1 AS a; SELECT 2 AS b; END',
  'CREATE PROCEDURE `double`(INOUT n int, IN word text) BEGIN SET n = n * LENGTH(word); END',
  'CREATE PROCEDURE mixed(OUT n bigint) BEGIN SELECT 1 AS one; SET n = 9007199254740993; END',
  "CREATE PROCEDURE fail() SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no such luck'",
]

async function make(database: Database, statements: readonly string[]): Promise<void> {
  for (const sql of statements) await database.run({ sql, values: [] })
}

forEachEngine('stored procedures and functions', (on) => {
  if (on.engine.routines === null) {
    it('do not exist', async () => {
      const { instance } = await serviceOn(on)
      expect(await instance.send('GET', 'db/_proc', { as: instance.root })).toMatchObject({ status: 404 })
    })
    return
  }
  const service = sharedServiceOn(on)
  const { instance, database } = service
  const isPostgres = on.name === 'PostgreSQL'
  beforeAll(() => make(database, isPostgres ? postgres : mariadb))
  const { root, send, make: records } = instance
  const get = async (path: string) => (await send('GET', `db/${path}`, { as: root })).body
  const post = async (path: string, body: object) => (await send('POST', `db/${path}`, { as: root, body })).body

  describe('reject', () => {
    it.each([
      ['GET', '_proc/nothing', {}, 404],
      ['GET', '_func/fail', {}, 404],
      ['POST', '_proc', {}, 400],
      ['PUT', '_func/age', {}, 400],
      ['DELETE', '_func/age', {}, 400],
      ['GET', '_func/age(1', {}, 400],
      ['GET', '_func/age(1,2,3)', {}, 400],
      ['POST', '_func/age', { params: { nobody: 1 } }, 400],
      ['POST', '_func/age', { params: { years: 'old', plus: 1 } }, 400],
      ['POST', '_func/age', { params: 'old' }, 400],
      ['POST', '_func/age', { params: [1], returns: 'rubbish' }, 400],
    ])('%s %s with %o', async (verb, path, body, status) => {
      const answer = await send(verb, `db/${path}`, { as: root, ...(verb === 'GET' ? {} : { body }) })
      expect(answer).toMatchObject({ status, body: { error: { code: status } } })
    })

    it('a call with the message that the routine raises', async () => {
      const answer = await send('POST', 'db/_proc/fail', { as: root, body: {} })
      expect(answer).toMatchObject({
        status: 400,
        body: { error: { message: 'no such luck' } },
      })
    })

    it('a caller with access to another one, whatever follows the parentheses', async () => {
      const access = [{ service_id: service.serviceId, component: '_func/pricey*', verbs: ['GET'] as const }]
      const role_id = (await records.role({ access })).id
      const key = (await records.app({ role_id })).api_key
      for (const path of ['price', 'price()', 'price(1)y', 'price(1)y)']) {
        expect((await send('GET', `db/_func/${path}`, { key })).status).toBeGreaterThanOrEqual(400)
      }
      expect((await send('GET', 'db/_func/price(1)y)', { key })).status).toBe(401)
    })
  })

  it('are listed and described', async () => {
    expect(await get('_proc')).toMatchObject({
      resource: expect.arrayContaining([{ name: 'double' }, { name: 'fail' }]),
    })
    expect(await get('_func?as_list=true')).toMatchObject({ resource: expect.arrayContaining(['age', 'price']) })
    expect(await get('_func?ids=age')).toMatchObject({
      resource: [
        {
          name: 'age',
          label: 'Age',
          return_type: 'integer',
          params: [
            { name: 'years', position: 1, param_type: 'IN', type: 'integer' },
            { name: 'plus', position: 2, param_type: 'IN', type: 'integer', default: isPostgres ? '1' : null },
          ],
          access: 31,
        },
      ],
    })
    const { resource } = (await get('?as_access_list=true')) as { resource: string[] }
    expect(resource).toEqual(expect.arrayContaining(['_proc/', '_proc/*', '_proc/double', '_func/age']))
  })

  it('accept arguments in the URL, by name, by position and as a list of names', async () => {
    expect(await get('_func/age(40,2)')).toBe(42)
    expect(await get('_func/age?years=40&plus=3')).toBe(43)
    expect(await get('_func/AGE?Years=40')).toBe(41)
    expect(await post('_func/age', { params: [40, 4] })).toBe(44)
    expect(await post('_func/age', { params: { years: 40, plus: 5 } })).toBe(45)
    expect(
      await post('_func/age', {
        params: [
          { name: 'years', value: 40 },
          { name: 'plus', value: 6 },
        ],
      }),
    ).toBe(46)
  })

  it('return a single value unchanged, with every digit, or as the requested type', async () => {
    const { body } = await instance.server
      .inject({ url: '/api/v2/db/_func/price', headers: { 'x-dreamfactory-session-token': root.token } })
      .then((answer) => ({ body: answer.body }))
    expect(body).toBe('12345678901234567.89')
    expect(await post('_func/price', { returns: 'string' })).toBe('12345678901234567.89')
    expect(await post('_func/age', { params: [40, 1], returns: 'boolean' })).toBe(true)
  })

  it('return rows', async () => {
    const path = isPostgres ? '_func/tables' : '_proc/tables'
    expect(await get(`${path}(2)`)).toEqual([
      { n: 1, word: 'n1' },
      { n: 2, word: 'n2' },
    ])
    expect(await post(path, { params: [2], returns: 'int' })).toBe(1)
    expect(await post(path, { params: [1], schema: { N: 'string' }, wrapper: 'found' })).toEqual({
      found: [{ n: '1', word: 'n1' }],
    })
  })

  it('return the output parameters of a procedure', async () => {
    expect(await post('_proc/double', { params: { n: 7, word: 'abc' } })).toEqual({ n: 21 })
    if (isPostgres) return
    expect(await get('_proc/several')).toEqual([[{ a: 1 }], [{ b: 2 }]])
    expect(await post('_proc/mixed', { returns: 'TABLE', schema: { n: 'string' } })).toEqual({
      resource: [{ one: 1 }],
      n: '9007199254740993',
    })
  })

  it('substitute lookups', async () => {
    await send('POST', 'system/lookup', { as: root, body: { resource: [{ name: 'grown', value: '18' }] } })
    expect(await post('_func/age', { params: { years: '{grown}', plus: 2 } })).toBe(20)
  })

  if (!isPostgres) return

  it('are distinguished by parameters if they have the same name, and by schema', async () => {
    expect(await post('_func/age', { params: { word: 'abc' } })).toBe('ABC')
    expect(await get('_func/other.secret')).toBe(true)
    expect(await get('_func?schema=other&as_list=true')).toEqual({ resource: ['other.secret'] })
  })

  it.runIf(on.name === 'PostgreSQL')(
    'take further values as a list, and are chosen by the types of their values',
    async () => {
      const { instance, database } = await serviceOn(on)
      const statements = [
        "CREATE FUNCTION joined(glue text, VARIADIC parts int[]) RETURNS text LANGUAGE sql AS 'SELECT array_to_string(parts, glue)'",
        "CREATE FUNCTION kind(n int) RETURNS text LANGUAGE sql AS $$ SELECT 'number' $$",
        "CREATE FUNCTION kind(t text) RETURNS text LANGUAGE sql AS $$ SELECT 'text' $$",
        "CREATE FUNCTION kind(b boolean) RETURNS text LANGUAGE sql AS $$ SELECT 'boolean' $$",
        "CREATE FUNCTION kind(a int, b int) RETURNS text LANGUAGE sql AS $$ SELECT 'two' $$",
      ]
      for (const sql of statements) await database.run({ sql, values: [] })
      const call = async (name: string, params: unknown) =>
        (await instance.send('POST', `db/_func/${name}`, { as: instance.root, body: { params } })).body
      expect(await call('joined', ['-', 1, 2, 3])).toBe('1-2-3')
      expect(await call('joined', ['-', [1, 2]])).toBe('1-2')
      expect(await call('joined', { glue: '+', parts: [4, 5] })).toBe('4+5')
      expect(await call('joined', { glue: '+', parts: '4,5' })).toBe('4+5')
      expect(await call('joined', ['-'])).toBe('')
      const asked = async (query: string) =>
        (await instance.send('GET', `db/_func/${query}`, { as: instance.root })).body
      expect(await asked('joined?glue=-&parts=1&parts=2')).toBe('1-2')
      expect(await asked('joined?glue=-&parts=1,2')).toBe('1-2')
      expect(await asked('kind?n=1&n=2')).toMatchObject({ error: { code: 400 } })
      expect(await call('kind', [5])).toBe('number')
      expect(await call('kind', ['word'])).toBe('text')
      expect(await call('kind', [true])).toBe('boolean')
      expect(await call('kind', [1, 2])).toBe('two')
      expect(await call('kind', { t: '5' })).toBe('text')
      expect(await call('kind', [1, 2, 3])).toMatchObject({ error: { code: 400 } })
    },
  )
})
