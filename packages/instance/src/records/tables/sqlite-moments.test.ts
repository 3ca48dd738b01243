import { expect, it } from 'vitest'
import { tableCalls } from '../../subjects/data/databases/suite/calls.ts'
import { serviceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { sqlite } from '../../testing/databases/test-engines.ts'

const tenOClock = Date.parse('2026-11-28T10:00:00Z')

forEachEngine(
  'dates in SQLite',
  (on) => {
    async function opened(...statements: readonly string[]) {
      const { instance, database, serviceId } = await serviceOn(on)
      const run = async (sql: string) => (await database.run({ sql, values: [] })).rows
      for (const sql of statements) await run(sql)
      const calls = tableCalls(instance)
      const ids = async (filter: string, more = '') => {
        const rows = await calls.list(`t?fields=id${more}&filter=${encodeURIComponent(filter)}`)
        return (rows as { id: number }[]).map(({ id }) => id)
      }
      const stored = async (column = 'at') =>
        (await run(`SELECT ${column} AS v, typeof(${column}) AS type FROM t ORDER BY id`)).map(({ v }) => v)
      return { ...calls, ids, run, stored, instance, serviceId }
    }

    it('are rejected in writes and filters if they are none', async () => {
      const { refusal } = await opened(
        'CREATE TABLE t (id integer primary key, at datetime, d date)',
        'INSERT INTO t (id) VALUES (1)',
      )
      const no = ['hello 5', '99/99/9999', '2026-02-29', '2026-11-28T10:00:00+99:00', '0000-00-00', '25', 'now']
      for (const at of no) {
        expect(await refusal('PATCH', 't/1', { at })).toContain(`Field 'at' must be a date; it is '${at}'.`)
        expect(await refusal('PATCH', 't/1', { d: at })).toContain(`Field 'd' must be a date; it is '${at}'.`)
        expect(await refusal('GET', `t?filter=${encodeURIComponent(`at > "${at}"`)}`)).toMatch(
          /^400 .*(?:must be|is) a date/,
        )
      }
      expect(await refusal('PATCH', 't/1', { at: true })).toContain('must be a date')
    })

    it('are stored in one form that sorts, however they are written', async () => {
      const { call, ids, stored, list } = await opened('CREATE TABLE t (id integer primary key, at datetime, d date)')
      const written = [
        '2026-11-28T10:00:00Z',
        '2026-11-28 10:00:00.500',
        '2026-11-28T12:30:00+02:00',
        '2026-11-28T23:59',
        tenOClock / 1000,
        String(tenOClock),
        '2026-11-29',
      ]
      for (const [index, at] of written.entries())
        expect(await call('POST', 't', { resource: [{ id: index, at, d: '2026-11-28' }] })).toMatchObject({
          status: 200,
        })
      expect(await stored()).toEqual([
        '2026-11-28 10:00:00',
        '2026-11-28 10:00:00.5',
        '2026-11-28 10:30:00',
        '2026-11-28 23:59:00',
        '2026-11-28 10:00:00',
        '2026-11-28 10:00:00',
        '2026-11-29 00:00:00',
      ])
      expect(await ids('at >= "2026-11-28T00:00:00.000Z" and at < "2026-11-29T00:00:00.000Z"')).toEqual([
        0, 1, 2, 3, 4, 5,
      ])
      expect(await ids('at = "2026-11-28T11:00:00+01:00"')).toEqual([0, 4, 5])
      expect(await ids('at in ("2026-11-28T10:00:00.5Z", "2026-11-29")')).toEqual([1, 6])
      expect(await ids('d = "2026-11-28T00:00:00Z"')).toHaveLength(7)
      expect(await list('t?fields=MIN(at),MAX(at)')).toEqual([
        { MIN_at: '2026-11-28 10:00:00', MAX_at: '2026-11-29 00:00:00' },
      ])
      expect((await call('PATCH', 't/6', { at: '' })).status).toBe(200)
      expect(await ids('at is null')).toEqual([6])
    })

    it('of older forms beside each other are found, compared and sorted by time', async () => {
      const { ids, list, call } = await opened(
        'CREATE TABLE t (id integer primary key, at datetime, d date)',
        `INSERT INTO t VALUES (1, '2026-11-28T10:00:00.000Z', '2026-11-28'), (2, '2026-11-28 09:00:00', '2026-11-28T05:00'),
          (3, '2026-11-28T12:00:00+05:00', 1795824000), (4, ${tenOClock / 1000 + 3600}, null), (5, ${tenOClock + 2 * 3_600_000}, null),
          (6, julianday('2026-11-28 13:00:00'), null), (7, '2026-11-28 08:00', null), (8, '2026-11-28', null),
          (9, '2026-11-28T14:00:00+0100', null), (10, 'no date', null), (11, null, null)`,
      )
      expect(await ids('at >= "2026-11-28T10:00:00Z" and at < "2026-11-29"')).toEqual([1, 4, 5, 6, 9])
      expect(await ids('at < "2026-11-28T10:00:00Z"')).toEqual([2, 3, 7, 8])
      expect(await ids('at = "2026-11-28 10:00:00"')).toEqual([1])
      expect(await ids('at = "2026-11-28 07:00:00"')).toEqual([3])
      expect(await ids('not (at >= "2026-11-28T10:00:00Z")')).toEqual([2, 3, 7, 8])
      expect(await ids('at in ("2026-11-28T13:00:00Z")')).toEqual([6, 9])
      expect(await ids('at is not null', '&order=at')).toEqual([8, 3, 7, 2, 1, 4, 5, 6, 9, 10])
      expect(await ids('d = "2026-11-28"')).toEqual([1, 2, 3])
      expect(await list(`t?fields=MAX(at)&filter=${encodeURIComponent('id < 10')}`)).toEqual([
        { MAX_at: '2026-11-28 13:00:00' },
      ])
      expect((await call('GET', 't/5?fields=at')).body).toEqual({ at: '2026-11-28 12:00:00' })
      expect((await call('GET', 't/1?fields=at')).body).toEqual({ at: '2026-11-28T10:00:00.000Z' })
      expect(await ids('at < "2026-11-28T08:30:00Z"')).toEqual([3, 7, 8])
    })

    it('that are none are not found by comparing them with a date, also by the row filters of roles', async () => {
      const none = [
        'hello 5',
        'yyyy-mm-dd',
        'yyyy-mm-dd hh:mm:ss',
        '2026-02-31',
        '2026-99-99 10:00:00',
        '0000-00-00',
        '',
      ]
      const rows = none.map((text, index) => `(${index + 2}, '${text}', '${text}')`)
      const { ids, list, instance, serviceId } = await opened(
        'CREATE TABLE t (id integer primary key, at datetime, d date)',
        `INSERT INTO t VALUES (1, '2026-11-28 10:00:00', '2026-11-28'), (20, '2026-11-28T10:00:00Z', 1795860000), ${rows}`,
      )
      for (const field of ['at', 'd']) {
        for (const [operator, value] of [
          ['>=', '2020-01-01'],
          ['>', '0001-01-01'],
          ['<', '9999-12-31'],
          ['<=', '9999-12-31'],
          ['!=', '2026-11-27'],
        ])
          expect(await ids(`${field} ${operator} "${value}"`), `${field} ${operator}`).toEqual([1, 20])
        expect(await ids(`not (${field} < "2020-01-01")`)).toEqual([1, 20])
        expect(await ids(`not (${field} in ("2020-01-01", "2020-01-02"))`)).toEqual([1, 20])
        expect(await ids(`${field} is null`)).toEqual([])
        expect(await ids(`${field} is not null`)).toHaveLength(none.length + 2)
        expect(await ids(`${field} contains "hello"`)).toEqual([2])
      }
      expect(await list('t?fields=MIN(d),MAX(d)')).toEqual([{ MIN_d: '2026-11-28', MAX_d: '2026-11-28' }])
      const filters = [{ name: 'at', operator: '>=', value: '2020-01-01' }]
      const rule = { service_id: serviceId, component: '_table/t/*', verb_mask: 31, requestor_mask: 1, filters }
      const role = { name: 'dated', is_active: true, role_service_access_by_role_id: [rule] }
      const made = await instance.send<{ resource: [{ id: number }] }>('POST', 'system/role', {
        as: instance.root,
        body: { resource: [role] },
      })
      const { api_key: key } = await instance.make.app({ role_id: made.body.resource[0].id })
      const ofRole = tableCalls(instance, { key })
      expect(await ofRole.list('t?fields=id')).toEqual([{ id: 1 }, { id: 20 }])
      expect(await ofRole.call('DELETE', 't/2')).toMatchObject({ status: 404 })
    })

    it.each([
      ['seconds', '1764000000', (time: number) => time / 1000],
      ['milliseconds', '1764000000000', (time: number) => time],
      ['Julian days', "julianday('2026-01-01 12:00')", (time: number) => time / 86_400_000 + 2440587.5],
      ['texts of JavaScript', "'2026-01-01T00:00:00.000Z'", (time: number) => new Date(time).toISOString()],
    ])('in a column of %s are written in its form, and read as dates', async (_form, first, spelled) => {
      const { call, stored, ids } = await opened(
        'CREATE TABLE t (id integer primary key, at datetime)',
        `INSERT INTO t VALUES (1, ${first})`,
      )
      expect((await call('POST', 't', { resource: [{ id: 2, at: '2026-11-28T12:00:00+02:00' }] })).status).toBe(200)
      expect((await stored())[1]).toEqual(spelled(tenOClock))
      expect(await ids('at = "2026-11-28 10:00:00"')).toEqual([2])
      expect(await ids('at > "2026-06-01"')).toEqual([2])
      const { body } = await call('GET', 't/2?fields=at')
      expect(new Date(`${body.at}`.replace(/ (\S+)$/, 'T$1Z')).getTime()).toBe(tenOClock)
      expect((await call('PATCH', 't/2', body)).status).toBe(200)
      expect((await stored())[1]).toEqual(spelled(tenOClock))
    })

    it('are found up to the last day of the year 9999 and from the first of the year 1', async () => {
      const { ids } = await opened(
        'CREATE TABLE t (id integer primary key, at datetime)',
        "INSERT INTO t VALUES (1, '0001-01-01 00:00:00'), (2, '2026-11-28 10:00:00'), (3, '9999-12-31 00:00:00'), (4, '9999-12-31T23:00')",
      )
      expect(await ids('at = "9999-12-31"')).toEqual([3])
      expect(await ids('at < "9999-12-31"')).toEqual([1, 2])
      expect(await ids('at <= "9999-12-31T23:30:00Z"')).toEqual([1, 2, 3, 4])
      expect(await ids('at > "9999-12-31"')).toEqual([4])
      expect(await ids('at >= "0001-01-01"')).toEqual([1, 2, 3, 4])
      expect(await ids('at = "0001-01-01"')).toEqual([1])
    })

    it('use the index of their column', async () => {
      const { run } = await opened('CREATE TABLE t (id integer primary key, at datetime)', 'CREATE INDEX i ON t (at)')
      const { moments } = on.engine.dialect
      const near = moments?.near('at', '>=', '2026-11-28 10:00:00', (value) => `'${value}'`)
      const plan = await run(
        `EXPLAIN QUERY PLAN SELECT id FROM t WHERE ${near} AND ${moments?.sortable('at', 'datetime')} >= 'x'`,
      )
      expect(JSON.stringify(plan)).toContain('USING COVERING INDEX i')
      expect(JSON.stringify(plan)).not.toContain('SCAN t')
    })
  },
  [sqlite],
)
