import { beforeAll, expect, it } from 'vitest'
import { type EngineUnderTest, forEachEngine } from '../../../../testing/databases/for-each-engine.ts'
import { walkOf } from '../../../../testing/openapi/walk.ts'
import { sharedServiceOn } from '../../../data/databases/suite/service-on.ts'

/** Column types by engine, each with values as SQL. */
const columns: Readonly<Record<EngineUnderTest['name'], Readonly<Record<string, readonly string[]>>>> = {
  SQLite: {
    integer: ['9223372036854775807', '-9223372036854775808', '0'],
    bigint: ['9223372036854775807', '7'],
    'tinyint(1)': ['0', '1'],
    'decimal(20,5)': ['12345678901234.5', '3'],
    double: ['1.5', '1e300'],
    'varchar(3)': ["'longer than three'", "'4'"],
    text: ["'x'"],
    blob: ["x'00ff'"],
    date: ["'2020-02-29'"],
    time: ["'10:20:30'"],
    datetime: ["'2020-02-29 10:20:30'"],
    json: [`'{"a":1}'`],
    numeric: ['1.25', '2'],
    // Columns with type names unknown to SQLite store numbers as numbers.
    stuff: ['3', "'x'", '2.5'],
    '': ['3', "'x'", '2.5'],
  },
  PostgreSQL: {
    smallint: ['-32768'],
    integer: ['2147483647'],
    bigint: ['9223372036854775807', '-9223372036854775808'],
    'numeric(20,5)': ['12345678901234.56789'],
    numeric: ['12345678901234567890.123'],
    real: ['1.5'],
    'double precision': ['1e300'],
    boolean: ['true', 'false'],
    money: ["'12.34'"],
    oid: ['4294967295'],
    'varchar(3)': ["'äöü'"],
    'char(3)': ["'a'"],
    text: ["'x'"],
    bytea: ["'\\x00ff'"],
    date: ["'2020-02-29'"],
    time: ["'10:20:30.5'"],
    timetz: ["'10:20:30+02'"],
    timestamp: ["'2020-02-29 10:20:30.123456'"],
    timestamptz: ["'2020-02-29 10:20:30+02'"],
    interval: ["'1 day'"],
    uuid: ["'123e4567-e89b-42d3-a456-426614174000'"],
    json: [`'{"a":1}'`, "'3'"],
    jsonb: [`'[1]'`],
    'integer[]': ["'{1,2}'"],
    'text[]': ["'{a,b}'"],
    'bit(1)': ["B'1'"],
    'bit(8)': ["B'10101010'"],
    'bit varying': ["B'101'"],
    inet: ["'10.0.0.1'"],
    point: ["'(1,2)'"],
    int4range: ["'[1,5)'"],
    tsvector: ["'a b'"],
    xml: ["'<a/>'"],
  },
  MariaDB: {
    tinyint: ['-128'],
    'tinyint unsigned': ['255'],
    'tinyint(1)': ['0', '1'],
    smallint: ['-32768'],
    mediumint: ['8388607'],
    int: ['2147483647'],
    'int unsigned': ['4294967295'],
    bigint: ['9223372036854775807', '-9223372036854775808'],
    'bigint unsigned': ['18446744073709551615'],
    'decimal(20,5)': ['12345678901234.56789'],
    float: ['1.5'],
    double: ['1e300'],
    'bit(1)': ["b'1'"],
    'bit(8)': ["b'10101010'"],
    'bit(64)': ["b'1111111111111111111111111111111111111111111111111111111111111111'"],
    year: ['2020', '1901'],
    date: ["'2020-02-29'"],
    time: ["'-10:20:30'"],
    datetime: ["'2020-02-29 10:20:30'"],
    'datetime(6)': ["'2020-02-29 10:20:30.123456'"],
    timestamp: ["'2020-02-29 10:20:30'"],
    'varchar(3)': ["'äöü'"],
    'char(3)': ["'a'"],
    text: ["'x'"],
    'binary(2)': ["x'00ff'"],
    'varbinary(9)': ["x'00ff'"],
    blob: ["x'00ff'"],
    "enum('a','long one')": ["'long one'"],
    "set('a','b')": ["'a,b'"],
    json: [`'{"a":1}'`],
    uuid: ["'123e4567-e89b-42d3-a456-426614174000'"],
    inet6: ["'::1'"],
    point: ['POINT(1,2)'],
    geometry: ["ST_GeomFromText('LINESTRING(0 0,1 1)')"],
  },
}

/** Views whose columns have no type, or a type other than their source. */
const views: Readonly<Record<EngineUnderTest['name'], string>> = {
  SQLite: "SELECT 1 AS one, 'x' AS word, count(*) AS many, sum(v0) AS total, NULL AS none_of_them FROM typed",
  PostgreSQL:
    "SELECT 1 AS one, 'x'::text AS word, count(*) AS many, sum(v0) AS total, NULL::int AS none_of_them FROM typed",
  MariaDB:
    "SELECT 1 AS one, 'x' AS word, count(*) AS many, sum(v0) AS total, NULL AS none_of_them, 1 = 1 AS truth FROM typed",
}

forEachEngine('values of each type', (on) => {
  const { instance, database } = sharedServiceOn(on)
  const { send, root: as } = instance
  const types = Object.entries(columns[on.name])
  const rows = Math.max(...types.map(([, values]) => values.length))
  const run = (sql: string) => database.run({ sql, values: [] })
  const fields = types.map(
    ([type], at) => `v${at} ${type}${on.name === 'MariaDB' && type === 'timestamp' ? ' NULL' : ''}`,
  )
  beforeAll(async () => {
    await run(`CREATE TABLE typed (id integer NOT NULL PRIMARY KEY, ${fields.join(', ')})`)
    for (let row = 0; row < rows; row += 1) {
      await run(`INSERT INTO typed VALUES (${row}, ${types.map(([, values]) => values[row] ?? 'NULL').join(', ')})`)
    }
    await run(`CREATE VIEW viewed AS ${views[on.name]}`)
    await send('GET', 'db/_schema?refresh=true', { as })
  })

  it('conform to their description', async () => {
    const walk = await walkOf({ send, as }, 'db')
    const { body } = await walk.call<{ resource: readonly object[] }>('GET', '/_table/typed')
    expect(body.resource).toHaveLength(rows)
    for (let row = 0; row < rows; row += 1) await walk.call('GET', `/_table/typed/${row}`)
    await walk.call('GET', '/_table/viewed')
    const named = (text: string) => text.replace(/v(\d+)/g, (name, at) => `${name} (${types[Number(at)]?.[0]})`)
    expect(walk.faults.map(named)).toEqual([])
  })
})
