import { sessionTokenHeader } from '@millwright/contract/headers'
import { parseExact } from '@millwright/contract/wire/exact-json'
import { beforeAll, expect, it } from 'vitest'
import { sharedServiceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { execute } from '../../testing/databases/library.ts'

/** Columns of an engine with a value each: as SQL, and as JSON on the wire. */
type Column = readonly [name: string, type: string, sql: string, json: string]

const common: readonly Column[] = [
  ['big', 'bigint', '9223372036854775807', '9223372036854775807'],
  ['least', 'bigint', '-9223372036854775807 - 1', '-9223372036854775808'],
  ['edge', 'bigint', '9007199254740993', '9007199254740993'],
  ['small', 'smallint', '-5', '-5'],
  ['price', 'decimal(10,2)', '3.10', '3.1'],
  ['day', 'date', "'2024-02-29'", '"2024-02-29"'],
  ['text', 'varchar(40)', `'"quoted" \\ {a} é 😀'`, JSON.stringify('"quoted" \\ {a} é 😀')],
  ['nothing', 'varchar(5)', 'NULL', 'null'],
]

const columns: Readonly<Record<string, readonly Column[]>> = {
  sqlite: [
    ...common,
    ['flag', 'tinyint(1)', '1', 'true'],
    ['off', 'boolean', '0', 'false'],
    ['bytes', 'blob', "x'00ff10'", '"AP8Q"'],
    ['real', 'double', '0.1', '0.1'],
    ['huge', 'double', '9e999', '"Infinity"'],
    ['odd', 'integer', "'not a number'", '"not a number"'],
    ['mixed', 'varchar(10)', "x'41'", '"QQ=="'],
    ['moment', 'timestamp', "'2026-03-29 02:30:00+05:30'", '"2026-03-29 02:30:00+05:30"'],
    ['doc', 'json', `'{"a":1}'`, JSON.stringify('{"a":1}')],
  ],
  pgsql: [
    ...common,
    [
      'long',
      'numeric(40,20)',
      '12345678901234567890.12345678901234567890',
      '12345678901234567890.12345678901234567890',
    ],
    ['nan', 'numeric', "'NaN'", '"NaN"'],
    ['flag', 'boolean', 'true', 'true'],
    ['bytes', 'bytea', "'\\x00ff10'", '"AP8Q"'],
    ['real', 'real', '0.1', '0.1'],
    ['double', 'double precision', "'-Infinity'", '"-Infinity"'],
    ['moment', 'timestamp', "'2026-03-29 02:30:00.123456'", '"2026-03-29 02:30:00.123456"'],
    ['early', 'date', "'0044-03-15 BC'", '"0044-03-15 BC"'],
    ['doc', 'json', `'{"a": 1.0}'`, JSON.stringify('{"a": 1.0}')],
    ['docb', 'jsonb', `'[12345678901234567890]'`, '"[12345678901234567890]"'],
    ['list', 'text[]', `'{a,"b c",NULL}'`, JSON.stringify('{a,"b c",NULL}')],
    ['key', 'uuid', "'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'", '"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"'],
    ['span', 'interval', "'1 day 2 hours'", '"1 day 02:00:00"'],
    ['net', 'inet', "'10.0.0.1/8'", '"10.0.0.1/8"'],
    ['cash', 'money', "'12.50'", '"$12.50"'],
  ],
  mysql: [
    ...common.map(([name, type, sql, json]) => [name, type, sql.replaceAll('\\', '\\\\'), json] as const),
    ['most', 'bigint unsigned', '18446744073709551615', '18446744073709551615'],
    [
      'long',
      'decimal(40,20)',
      '12345678901234567890.12345678901234567890',
      '12345678901234567890.12345678901234567890',
    ],
    ['flag', 'tinyint(1)', '1', 'true'],
    ['bit', 'bit(1)', "b'1'", 'true'],
    ['bytes', 'varbinary(10)', "x'00ff10'", '"AP8Q"'],
    ['double', 'double', '0.1', '0.1'],
    ['moment', 'datetime(6)', "'2026-03-29 02:30:00.123456'", '"2026-03-29 02:30:00.123456"'],
    ['clock', 'time', "'-838:59:59'", '"-838:59:59"'],
    ['doc', 'json', `'{"a": 1.0}'`, JSON.stringify('{"a": 1.0}')],
    ['one', "enum('a','b')", "'b'", '"b"'],
    ['some', "set('a','b')", "'a,b'", '"a,b"'],
  ],
}

forEachEngine('values', (on) => {
  const { engine } = on
  const { instance, database } = sharedServiceOn(on)
  const place = { database, engine }
  const made = columns[engine.name] ?? []
  beforeAll(() =>
    execute(
      place,
      `CREATE TABLE [v] ([id] integer NOT NULL PRIMARY KEY, ${made.map(([name, type]) => `[${name}] ${type}`).join(', ')})`,
    ),
  )
  const written = async (sql: string) => void (await database.run({ sql, values: [] }))
  beforeAll(() =>
    written(`INSERT INTO ${engine.dialect.quote('v')} VALUES (1, ${made.map(([, , sql]) => sql).join(', ')})`),
  )
  const text = async (path: string) => {
    const url = `/api/v2/db/_table/${path}`
    return (await instance.server.inject({ url, headers: { [sessionTokenHeader]: instance.root.token } })).body
  }

  it.each(made)('keep every digit of %s, %s %s', async (name, _type, _sql, json) => {
    expect(await text(`v/1?fields=${name}`)).toBe(`{${JSON.stringify(name)}:${json}}`)
    const found = await text(`v?fields=${name}&file=v.xml`)
    expect(found).toContain(`<${name}>`)
  })

  it('are found by their value on the wire', async () => {
    for (const [name, type, , json] of made) {
      const value = parseExact(json)
      if (value === null || name === 'odd' || name === 'mixed' || name === 'huge' || type === 'real') continue
      const filter = `${name} = "${String(value).replace(/[\\"]/g, '\\$&')}"`
      const count = await text(`v?count_only=true&filter=${encodeURIComponent(filter)}`)
      expect(`${name}: ${count}`).toBe(`${name}: 1`)
    }
  })

  it.runIf(on.name === 'PostgreSQL')('are rejected by filters on money unless they are amounts', async () => {
    const amounts = ['much', '', 'twelve 5', 'NaN', `$${'1'.repeat(64)}`, `$${'0'.repeat(1_000)}12.50`]
    for (const amount of amounts) {
      const { status, body } = await instance.send(
        'GET',
        `db/_table/v?filter=${encodeURIComponent(`cash = "${amount}"`)}`,
        {
          as: instance.root,
        },
      )
      expect([amount, status, JSON.stringify(body)]).toEqual([amount, 400, expect.stringMatching(/cash|does not fit/)])
    }
    expect(await text(`v?count_only=true&filter=${encodeURIComponent('cash = "$12.50"')}`)).toBe('1')
  })
})
