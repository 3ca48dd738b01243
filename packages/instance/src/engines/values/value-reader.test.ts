import { Problem } from '@millwright/contract/problem'
import { ExactNumber } from '@millwright/contract/wire/exact-json'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fieldOf } from '../../subjects/data/databases/suite/described.ts'
import { mysqlEngine } from '../mysql/mysql-engine.ts'
import { postgresEngine } from '../postgres/postgres-engine.ts'
import { sqliteEngine } from '../sqlite/sqlite-engine.ts'
import { sqlServerEngine } from '../sqlserver/sqlserver-engine.ts'
import { valueReader } from './value-reader.ts'

const engines = { sqlite: sqliteEngine, pgsql: postgresEngine, mysql: mysqlEngine, sqlsrv: sqlServerEngine }
type EngineName = keyof typeof engines

function read(engine: EngineName, type: string, value: unknown, dbType = type, more = {}) {
  try {
    return valueReader(engines[engine].values, fieldOf('qty', { type, dbType, ...more }))(value)
  } catch (error) {
    if (error instanceof Problem && error.status === 400) return error.message
    throw error
  }
}

describe('a value that does not fit its field', () => {
  it.each<[EngineName, string, unknown, string, string]>([
    ['sqlite', 'integer', 'abc', 'integer', 'must be a whole number'],
    ['sqlite', 'integer', 1.5, 'integer', 'must be a whole number'],
    ['sqlite', 'integer', {}, 'integer', 'must be a whole number'],
    ['sqlite', 'integer', '1e999', 'integer', 'must be a whole number'],
    ['sqlite', 'bigint', '9223372036854775808', 'bigint', 'between -9223372036854775808 and 9223372036854775807'],
    ['pgsql', 'integer', 2147483648, 'integer', 'between -2147483648 and 2147483647'],
    ['mysql', 'integer', -1, 'int(10) unsigned', 'between 0 and 4294967295'],
    ['sqlsrv', 'integer', 256, 'tinyint', 'between 0 and 255'],
    ['pgsql', 'boolean', 'maybe', 'boolean', 'must be true or false'],
    ['mysql', 'boolean', 2, 'tinyint(1)', 'must be true or false'],
    ['mysql', 'decimal', '12,5', 'decimal(10,2)', 'must be a number'],
    ['mysql', 'decimal', 'NaN', 'decimal(10,2)', 'must be a number'],
    ['pgsql', 'decimal', '$12.34', 'numeric', 'must be a number'],
    ['pgsql', 'money', 'much', 'money', 'must be a number'],
    ['mysql', 'double', 'Infinity', 'double', 'must be a number'],
    ['sqlite', 'double', 'NaN', 'double', 'must be a number'],
    ['sqlite', 'decimal', 'Infinity', 'decimal(10,2)', 'must be a number'],
    ['sqlite', 'decimal', '-Infinity', 'decimal(10,2)', 'must be a number'],
    ['mysql', 'integer', 256, 'bit(8)', 'between 0 and 255'],
    ['mysql', 'string', 'POINT(1)', 'point', 'must be a geometry as WKT'],
    ['mysql', 'string', 'POINT(1 2', 'geometry', 'must be a geometry as WKT'],
    ['mysql', 'string', 'POLYGON(0 0,1 1)', 'polygon', 'must be a geometry as WKT'],
    ['mysql', 'string', 'CIRCLE(1 2)', 'geometry', 'must be a geometry as WKT'],
    ['mysql', 'string', 'SRID=x;POINT(1 2)', 'geometry', 'must be a geometry as WKT'],
    ['mysql', 'string', 'POINT(1e999 2)', 'geometry', 'must be a geometry as WKT'],
    ['mysql', 'string', `${'GEOMETRYCOLLECTION('.repeat(9999)}`, 'geometry', 'must be a geometry as WKT'],
    ['mysql', 'string', { x: 1, y: 2 }, 'point', 'must be a geometry as WKT'],
    ['sqlite', 'decimal', '123456789012345678.25', 'decimal(20,2)', 'has more digits than this database can store'],
    ['pgsql', 'double', '1e999', 'double precision', 'must be a number'],
    ['pgsql', 'date', 'hello', 'date', 'must be a date'],
    ['mysql', 'date', '2026-02-29', 'date', 'must be a date'],
    ['sqlite', 'timestamp', '2026-11-20 25:00', 'timestamp', 'must be a date'],
    ['sqlite', 'time', '2026-11-20', 'time', 'must be a time'],
    ['sqlite', 'time', '25:00', 'time', 'must be a time'],
    ['pgsql', 'datetime', true, 'timestamp', 'must be a date'],
    ['sqlite', 'binary', 'not base64!', 'blob', 'must be Base64'],
    ['sqlite', 'binary', 'AAAAA', 'blob', 'must be Base64'],
    ['pgsql', 'string', '{not json', 'json', 'must be JSON'],
    ['pgsql', 'string', { a: 1 }, 'character varying', 'must be a text'],
  ])("on %s, %s %j into %s, is rejected with the field's name", (engine, type, value, dbType, sentence) => {
    expect(read(engine, type, value, dbType)).toContain(`Field 'qty' `)
    expect(read(engine, type, value, dbType)).toContain(sentence)
    expect(read(engine, type, value, dbType)).toMatch(/; it is '.{1,101}'\.$/s)
  })

  it('is rejected if it is too long or has too many digits', () => {
    expect(read('pgsql', 'string', 'ab🙂d', 'character varying(3)', { length: 3 })).toContain('more than 3 characters')
    expect(read('pgsql', 'string', 'a🙂d', 'character varying(3)', { length: 3 })).toBe('a🙂d')
    expect(read('mysql', 'decimal', '123.4', 'decimal(4,2)', { precision: 4, scale: 2 })).toContain(
      'more than 2 digits',
    )
    expect(read('mysql', 'decimal', '99.123', 'decimal(4,2)', { precision: 4, scale: 2 })).toBe('99.123')
  })
})

describe('a value of the wire', () => {
  it.each<[EngineName, string, string, unknown, unknown]>([
    ['sqlite', 'integer', 'integer', '', null],
    ['sqlite', 'integer', 'integer', [], null],
    ['sqlite', 'integer', 'integer', ' 5 ', 5],
    ['sqlite', 'integer', 'integer', '5.0', 5],
    ['sqlite', 'integer', 'integer', '-12e2', -1200],
    ['sqlite', 'id', 'integer', new ExactNumber('9223372036854775807'), 9223372036854775807n],
    ['mysql', 'bigint', 'bigint(20) unsigned', '18446744073709551615', 18446744073709551615n],
    ['pgsql', 'decimal', 'numeric', 'NaN', 'NaN'],
    ['pgsql', 'double', 'double precision', '-Infinity', '-Infinity'],
    ['sqlite', 'double', 'double', 'Infinity', Number.POSITIVE_INFINITY],
    ['pgsql', 'money', 'money', '-$1,234.50', '-$1,234.50'],
    ['mysql', 'integer', 'bit(8)', '170', 170],
    ['mysql', 'string', 'year(4)', 0, '0000'],
    ['sqlite', 'any', '', 5, 5],
    ['sqlite', 'any', '', new ExactNumber('9223372036854775807'), 9223372036854775807n],
    ['sqlite', 'boolean', 'tinyint(1)', 'YES', 1],
    ['sqlite', 'boolean', 'tinyint(1)', false, 0],
    ['pgsql', 'boolean', 'boolean', 'f', false],
    ['pgsql', 'boolean', 'bit(1)', true, '1'],
    [
      'pgsql',
      'decimal',
      'numeric',
      new ExactNumber('12345678901234567890.123456789'),
      '12345678901234567890.123456789',
    ],
    ['mysql', 'decimal', 'decimal(10,2)', 0.1, '0.1'],
    ['sqlite', 'decimal', 'decimal(10,2)', '10.50', 10.5],
    ['sqlite', 'decimal', 'decimal(20,0)', '9223372036854775807', 9223372036854775807n],
    ['sqlite', 'decimal', 'decimal(20,0)', '2.5e1', 25],
    ['sqlite', 'float', 'float', '1.5', 1.5],
    ['pgsql', 'timestamp', 'timestamp', '2026-11-20T21:50:01.123456Z', '2026-11-20 21:50:01.123456'],
    ['mysql', 'datetime', 'datetime', '2026-11-20T23:50:01+02:00', '2026-11-20 21:50:01'],
    ['mysql', 'datetime', 'datetime', '2026-11-20T23:50', '2026-11-20 23:50'],
    ['pgsql', 'timestamptz', 'timestamp with time zone', '2026-11-20T23:50:01+02', '2026-11-20T23:50:01+02'],
    ['sqlite', 'timestamp', 'timestamp', '2026-11-20T23:50:01+02:00', '2026-11-20 21:50:01'],
    ['sqlite', 'datetime', 'datetime', 1763675401, '2025-11-20 21:50:01'],
    ['sqlite', 'timestamptz', 'timestamptz', '2026-11-20T23:50:01.50+02:00', '2026-11-20 21:50:01.5+00:00'],
    ['pgsql', 'date', 'date', 'infinity', 'infinity'],
    ['mysql', 'date', 'date', '0000-00-00', '0000-00-00'],
    ['sqlite', 'time', 'time', '07:05', '07:05'],
    ['sqlite', 'string', 'varchar(3)', 'longer', 'longer'],
    ['sqlite', 'string', 'varchar(3)', new ExactNumber('123456789012345678901'), '123456789012345678901'],
    ['sqlite', 'string', 'varchar(3)', '', ''],
    ['sqlite', 'string', 'varchar(3)', [], null],
    ['sqlite', 'text', 'text', { a: [new ExactNumber('9007199254740993')] }, '{"a":[9007199254740993]}'],
    ['pgsql', 'string', 'jsonb', [], '[]'],
    ['pgsql', 'string', 'jsonb', '{"a":1}', '{"a":1}'],
    ['pgsql', 'string', 'text[]', ['a"b\\', null, 5, ['c']], '{"a\\"b\\\\",NULL,"5",{"c"}}'],
  ])('on %s, %s (%s) %j, is converted to what the column accepts', (engine, type, dbType, value, bound) => {
    expect(read(engine, type, value, dbType)).toStrictEqual(bound)
    expect(read(engine, type, null, dbType)).toBeNull()
  })

  it('keeps all bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const sent = Buffer.from(bytes)
        expect(read('sqlite', 'binary', sent.toString('base64'), 'blob')).toStrictEqual(sent)
        expect(read('pgsql', 'binary', sent.toString('base64url'), 'bytea')).toStrictEqual(sent)
      }),
    )
  })

  it('keeps every 64-bit integer and every decimal digit', () => {
    const places = fc.stringMatching(/^[1-9]\d{0,30}\.\d{0,20}[1-9]$/)
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), places, (whole, decimal) => {
        expect(BigInt(String(read('pgsql', 'bigint', String(whole))))).toBe(whole)
        expect(read('mysql', 'decimal', new ExactNumber(decimal))).toBe(decimal)
      }),
    )
  })

  it('is rejected however long it is', () => {
    const texts = [
      '9'.repeat(5_000_000),
      `1e${'9'.repeat(100_000)}`,
      `${' '.repeat(1_000_000)}x`,
      '='.repeat(5_000_000),
    ]
    for (const text of texts) {
      for (const type of ['integer', 'decimal', 'double', 'date', 'time', 'boolean']) {
        expect(read('pgsql', type, text)).toContain(`Field 'qty'`)
      }
    }
    expect(read('pgsql', 'binary', '='.repeat(5_000_000))).toContain(`Field 'qty'`)
  })
})
