import { expect, it } from 'vitest'
import { tableCalls } from '../../subjects/data/databases/suite/calls.ts'
import { serviceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { spelledOn } from '../../testing/databases/library.ts'
import { mariadb, postgres } from '../../testing/databases/test-engines.ts'

const long = 'x'.repeat(150)
const tables = {
  pgsql: [
    'CREATE DOMAIN positive AS integer CHECK (VALUE > 0)',
    'CREATE DOMAIN small AS positive CHECK (VALUE < 10)',
    "CREATE DOMAIN code AS text CHECK (VALUE ~ '^[a-z]{1,9}$')",
    `CREATE TABLE t (id integer PRIMARY KEY, amount positive, digit small, other positive, code code, list positive[],
      low integer CHECK (low >= 0), high integer, CONSTRAINT span CHECK (low <= high))`,
  ],
  mysql: ['CREATE TABLE t (id integer PRIMARY KEY, amount integer CHECK (amount > 0))'],
}

forEachEngine(
  'a refusal by the database',
  (on) => {
    async function opened() {
      const { instance, database } = await serviceOn(on)
      for (const sql of spelledOn(on.engine, tables)) await database.run({ sql, values: [] })
      const calls = tableCalls(instance)
      await calls.call('POST', 't', { resource: [{ id: 1, amount: 5 }] })
      const { send, root: as } = instance
      await send('PATCH', 'db/_schema/t/_field', { as, body: { name: 'amount', alias: 'sum' } })
      return calls
    }

    it('of a check names the field and the value, in its first 100 characters', async () => {
      const { refusal, batch, list } = await opened()
      const refused = async (body: object) => await refusal('PATCH', 't/1', body)
      const constraint = on.name === 'MariaDB' ? 't.amount' : 'positive_check'
      const says = `The value '-5' in the field 'sum' violates a check constraint '${constraint}'.`
      expect(await refused({ sum: -5 })).toBe(`400 ${says}`)
      expect(await refusal('PATCH', 't?filter=id=1', { sum: -5 })).toBe(`400 ${says}`)
      const { rows } = await batch('POST', 't?continue=true', {
        resource: [
          { id: 2, sum: 1 },
          { id: 3, sum: -5 },
        ],
      })
      expect(rows?.[1]).toMatchObject({ message: says, context: { sum: [says] } })
      expect(await list('t?fields=sum&order=id')).toEqual([{ sum: 5 }, { sum: 1 }])
      if (on.name !== 'PostgreSQL') return
      const check = (field: string, name: string, value: string) =>
        `400 The value '${value}' in the field '${field}' violates a check constraint '${name}'.`
      expect(await refused({ digit: 10 })).toBe(check('digit', 'small_check', '10'))
      expect(await refused({ digit: -1 })).toBe(check('digit', 'positive_check', '-1'))
      expect(await refused({ code: long })).toBe(check('code', 'code_check', `${'x'.repeat(100)}…`))
      expect(await refused({ list: [1, -2] })).toContain("' in the field 'list' violates a check constraint")
      expect(await refused({ low: -1 })).toBe(check('low', 't_low_check', '-1'))
      expect(await refused({ low: 3, high: 2 })).toBe(
        "400 The value in the fields 'low', 'high' violates a check constraint 'span'.",
      )
      expect(await refused({ sum: 1, other: -1 })).toContain("The value in the fields 'sum', 'other' violates")
    })
  },
  [postgres, mariadb],
)

forEachEngine(
  'a year',
  (on) => {
    it('that is none or out of range is refused with the field and the value', async () => {
      const { instance, database } = await serviceOn(on)
      await database.run({ sql: 'CREATE TABLE t (id integer PRIMARY KEY, built year)', values: [] })
      const { refusal, call, list } = tableCalls(instance)
      await call('POST', 't', { resource: [{ id: 1 }] })
      for (const built of [1800, 1900, 2156, '3000', 'abc', -1, 12.5, true, long]) {
        const shown = built === long ? `${'x'.repeat(100)}…` : String(built)
        expect(await refusal('PATCH', 't/1', { built })).toBe(
          `400 Field 'built' must be a year between 1901 and 2155, or 0; it is '${shown}'.`,
        )
      }
      const filtered = (filter: string) => `t?fields=id&filter=${encodeURIComponent(filter)}`
      for (const filter of ['built > abc', 'built = 2024-01-01', 'built in (2024, -1)'])
        expect(await refusal('GET', filtered(filter))).toContain(
          "400 Field 'built' must be a year between 1901 and 2155",
        )
      for (const built of [1901, '2155', 0, '0000', '']) {
        expect((await call('PATCH', 't/1', { built })).status).toBe(200)
        expect(await list('t?fields=built')).toEqual([{ built: built === '' ? null : Number(built) }])
      }
      await call('PATCH', 't/1', { built: 2024 })
      expect(await list(filtered('built > 1800 and built < 3000'))).toEqual([{ id: 1 }])
      expect(await list(filtered('built = 1800'))).toEqual([])
    })
  },
  [mariadb],
)
