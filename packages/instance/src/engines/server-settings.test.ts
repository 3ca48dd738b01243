import { describe, expect, it, onTestFinished } from 'vitest'
import { suiteEngines } from '../testing/databases/test-engines.ts'

const servers = suiteEngines.filter(({ type }) => type !== 'sqlite')

describe.each(servers)('settings of a service on $name', (suite) => {
  const { keepsSessions } = suite
  if (!keepsSessions) return it.skipIf(!keepsSessions)('need a real server', () => {})
  const isPostgres = suite.type === 'pgsql'

  async function withSettings(settings: object) {
    const { config, drop } = await suite.create()
    onTestFinished(drop)
    const database = suite.engine.open({ ...config, ...settings })
    onTestFinished(() => database.close())
    const run = async (sql: string) => (await database.run({ sql, values: [] })).rows
    return { database, run }
  }

  it.each([
    ['a time zone that does not exist', { timezone: 'Mars/Olympus' }],
    ['a session setting that does not exist', { attributes: { no_such_setting: '1' } }],
    ['a statement that fails', { statements: ['SELEKT 1'] }],
    ['a database that does not exist', { database: 'no_such_database' }],
    ['encryption that the server does not have', isPostgres ? { sslmode: 'require' } : { options: { ssl: true } }],
    ['a user that does not exist', { username: 'no_such_user', password: 's3cret' }],
  ])('are rejected with 503 if they contain %s', async (_what, settings) => {
    const { run } = await withSettings(settings)
    const refused: Error = await run('SELECT 1').then(
      () => new Error('answered'),
      (error) => error,
    )
    expect(refused).toMatchObject({ status: 503, message: expect.stringContaining('127.0.0.1:') })
    expect(refused.message).not.toContain('s3cret')
  })

  it('apply to concurrent first requests', async () => {
    const { run } = await withSettings({})
    const first = await Promise.all([1, 2, 3].map((number) => run(`SELECT ${number} AS n`)))
    expect(first.flat()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  })

  it('end a statement that exceeds its timeout with 504, and keep the connection usable', async () => {
    const { run } = await withSettings({ options: { statement_timeout: 1, pool_size: 1 } })
    const numbers = isPostgres ? 'generate_series(1, 100000)' : 'seq_1_to_100000'
    await expect(run(`SELECT count(*) FROM ${numbers} a, ${numbers} b`)).rejects.toMatchObject({ status: 504 })
    expect(await run('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('reject a request with 503 if no connection becomes free in time', async () => {
    const { database, run } = await withSettings({ options: { acquire_timeout: 0.1, pool_size: 1 } })
    await database.transaction(async () => {
      await expect(run('SELECT 1')).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '1' } })
    })
  })

  it('set up each session', async () => {
    const { run } = await withSettings(
      isPostgres
        ? {
            timezone: 'Europe/Vienna',
            application_name: 'shop',
            charset: 'utf8',
            sslmode: 'prefer',
            attributes: { lock_timeout: '3s', '12': 1 },
            statements: ["SET work_mem = '8MB'"],
          }
        : {
            timezone: 'UTC',
            modes: 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES',
            strict: true,
            collation: 'utf8_general_ci',
            attributes: { lock_wait_timeout: 3, '12': 1 },
            statements: ['SET @mine = 8'],
          },
    )
    const asked = isPostgres
      ? "SELECT current_setting('timezone') AS a, current_setting('application_name') AS b, current_setting('lock_timeout') AS c, current_setting('work_mem') AS d"
      : 'SELECT @@time_zone AS a, @@collation_connection AS b, @@lock_wait_timeout AS c, @mine AS d, @@sql_mode AS e'
    expect(await run(asked)).toEqual([
      isPostgres
        ? { a: 'Europe/Vienna', b: 'shop', c: '3s', d: '8MB' }
        : { a: '+00:00', b: 'utf8mb4_general_ci', c: 3, d: 8, e: 'ANSI_QUOTES,STRICT_TRANS_TABLES' },
    ])
  })

  it('restrict the visible tables to a schema', async () => {
    const { config, drop } = await suite.create()
    onTestFinished(drop)
    const other = isPostgres ? 'other' : `${config.database}_other`
    const all = suite.engine.open({ ...config, schema: other })
    onTestFinished(() => all.close())
    const run = (sql: string) => all.run({ sql, values: [] })
    await run(`CREATE SCHEMA ${other}`)
    onTestFinished(async () => {
      await run(isPostgres ? `DROP SCHEMA ${other} CASCADE` : `DROP DATABASE ${other}`)
    })
    await run('CREATE TABLE here (id int NOT NULL PRIMARY KEY)')
    await run(
      `CREATE TABLE ${other}.there (id int, FOREIGN KEY (id) REFERENCES ${isPostgres ? 'public' : config.database}.here (id))`,
    )
    expect((await all.introspect()).tables).toMatchObject([
      { schema: other, name: 'there', foreignKeys: [{ target: { schema: null, name: 'here' } }] },
    ])
    const usual = suite.engine.open({ ...config, schema: 'default' })
    onTestFinished(() => usual.close())
    expect((await usual.introspect()).tables).toMatchObject([{ schema: null, name: 'here' }])
  })
})
