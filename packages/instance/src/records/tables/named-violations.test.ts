import { expect, it } from 'vitest'
import { tableCalls } from '../../subjects/data/databases/suite/calls.ts'
import { serviceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { spelledOn } from '../../testing/databases/library.ts'
import { mariadb, postgres } from '../../testing/databases/test-engines.ts'
import { mcpSender } from '../../testing/mcp/mcp-client.ts'

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
      const rule = on.name === 'MariaDB' ? "'t.amount': amount > 0" : "'positive_check': VALUE > 0"
      const says = `The value '-5' in the field 'sum' violates a check constraint ${rule}.`
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
      const check = (field: string, rule: string, value: string) =>
        `400 The value '${value}' in the field '${field}' violates a check constraint ${rule}.`
      expect(await refused({ digit: 10 })).toBe(check('digit', "'small_check': VALUE < 10", '10'))
      expect(await refused({ digit: -1 })).toBe(check('digit', "'positive_check': VALUE > 0", '-1'))
      const pattern = "'code_check': VALUE ~ '^[a-z]{1,9}$'"
      expect(await refused({ code: long })).toBe(check('code', pattern, `${'x'.repeat(100)}…`))
      expect(await refused({ list: [1, -2] })).toContain("' in the field 'list' violates a check constraint")
      expect(await refused({ low: -1 })).toBe(check('low', "'t_low_check': low >= 0", '-1'))
      expect(await refused({ sum: 1, other: -1 })).toContain(
        "The values '1', '-1' in the fields 'sum', 'other' violate",
      )
    })
  },
  [postgres, mariadb],
)

const rules = [
  'note varchar(300)',
  'CONSTRAINT span CHECK (low <= high)',
  "CHECK (state IN ('a', 'b') OR low > 90)",
  'CONSTRAINT "it\'s, short" CHECK (length(note) < 5)',
]

forEachEngine('a refusal by a check of the table', (on) => {
  it('names the fields, their values and what has to hold, at every door', async () => {
    const { instance, database } = await serviceOn(on)
    const columns = 'id integer PRIMARY KEY, low integer CHECK (low >= 0), high integer, state varchar(9)'
    const quoted = rules.join(', ').replaceAll('"', on.name === 'MariaDB' ? '`' : '"')
    await database.run({ sql: `CREATE TABLE c (${columns}, ${quoted})`, values: [] })
    const { batch, call, refusal, list } = tableCalls(instance)
    await call('POST', 'c', { resource: [{ id: 1, low: 1, high: 5, state: 'a' }] })
    const { send, root: as } = instance
    await send('PATCH', 'db/_schema/c/_field', { as, body: { name: 'high', alias: 'top' } })

    const span = "The values '3', '2' in the fields 'low', 'top' violate a check constraint 'span': low <= high."
    const { rows } = await batch('POST', 'c', { resource: [{ id: 2, low: 3, top: 2 }] })
    expect(rows?.[0]).toMatchObject({ message: span, context: { low: [span], top: [span] } })
    expect(await refusal('PATCH', 'c/1', { low: 9 })).toBe(
      "400 The value '9' in the field 'low' violates a check constraint 'span': low <= high.",
    )
    const own = { SQLite: '', PostgreSQL: " 'c_low_check'", MariaDB: " 'c.low'" }[on.name]
    expect(await refusal('PATCH', 'c?filter=id=1', { low: -1 })).toBe(
      `400 The value '-1' in the field 'low' violates a check constraint${own}: low >= 0.`,
    )
    expect(await refusal('PATCH', 'c/1', { state: 'z'.repeat(9) })).toMatch(
      /^400 The value 'z{9}' in the field 'state' violates a check constraint.*: .*state in \('a', ?'b'\).* or .*low > 90/i,
    )
    const note = await refusal('PATCH', 'c/1', { note: long })
    expect(note).toContain(
      `The value '${'x'.repeat(100)}…' in the field 'note' violates a check constraint 'it's, short'`,
    )

    const csv = { as, body: 'id,low,top\n3,3,2\n', headers: { 'content-type': 'text/csv' } }
    expect(JSON.stringify((await send('POST', 'db/_table/c', csv)).body)).toContain(span)
    const config = { exposed_services: ['db'], allow_session_auth: true, allow_writes: true, confirm_writes: 'off' }
    const resource = [{ name: 'tools', label: 'Tools', type: 'mcp', is_active: true, config }]
    await send('POST', 'system/service', { as, body: { resource } })
    const args = { table_name: 'c', records: [{ id: 4, low: 3, top: 2 }] }
    const said = await mcpSender(send, 'tools').call('create_records', args, { as })
    expect(JSON.stringify(said)).toContain(span)
    expect(await list('c?fields=id,low,top')).toEqual([{ id: 1, low: 1, top: 5 }])
  })
})

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
