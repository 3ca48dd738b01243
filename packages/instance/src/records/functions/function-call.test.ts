import type { Engine } from '@millwright/connector/engine/engine'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mysqlEngine } from '../../engines/mysql/mysql-engine.ts'
import { postgresEngine } from '../../engines/postgres/postgres-engine.ts'
import { sqliteEngine } from '../../engines/sqlite/sqlite-engine.ts'
import { sqlServerEngine } from '../../engines/sqlserver/sqlserver-engine.ts'
import { callScope } from './field-function.ts'
import { isPlainDefinition, readCall } from './function-call.ts'

const engines = [sqliteEngine, postgresEngine, mysqlEngine, sqlServerEngine]
const columns = ['id', 'Name', 'birth "year"', 'user']

test.each([
  ['', /ends|one call/],
  ['name', /not one call/],
  ['1 + 1', /characters/],
  ['upper(name) || 1', /characters/],
  ['upper(name), lower(name)', /outside the call/],
  ['(upper(name))', /not one call/],
  ['upper(name', /more than calls/],
  ['upper(name))', /outside the call/],
  ['upper(name) from staff', /outside the call/],
  ['upper((select 1))', /neither/],
  ['(select group_concat(first_name) from staff)', /not one call/],
  ['upper(select)', /no field 'select'/],
  ['upper(distinct name)', /no field 'distinct'/],
  ['upper(name) -- ', /characters/],
  ['upper(name /* */)', /characters/],
  ['upper(name); drop table x', /characters/],
  ['upper("nope")', /no field 'nope'/],
  ['upper(staff.name)', /no field 'staff.name'/],
  ['upper(current_user)', /no field 'current_user'/],
  ['upper(@@version)', /characters/],
  ['upper($1)', /characters/],
  ['upper(?)', /characters/],
  ['upper(:name)', /characters/],
  ["upper('a\\' , pg_read_file('x'))", /characters/],
  ["upper('{value}x')", /characters/],
  ["upper(E'x')", /more than calls|no field/],
  ['upper(name::text)', /characters/],
  ['upper(name collate x)', /more than calls/],
  ['upper(`name`)', /characters/],
  ['upper([name])', /characters/],
  ['count(*) over ()', /outside the call/],
  ['max(*)', /neither/],
  ['pg_catalog.upper(name)', /not an allowed one/],
  ['"upper"(name)', /not one call/],
  ['upper(upper(upper(upper(upper(name)))))', /nests more than 4/],
  [`upper('${'x'.repeat(600)}')`, /longer than 500/],
  ['cast(name as text) as regclass)', /outside the call/],
  ['cast(name as regclass)', /not a type/],
  ["cast(name as enum('a'))", /size of a type/],
  ["cast(name as '' integer)", /not part of a type/],
  ['extract(name from name)', /not an allowed one|not a part/],
  ['upper(name\0)', /characters/],
])('rejects %s as a call on every engine', (text, flaw) => {
  for (const engine of engines) {
    const read = readCall(text, callScope(engine, columns))
    expect(read, engine.name).toEqual({ flaw: expect.stringMatching(flaw) })
  }
})

test.each([
  'pg_read_file',
  'pg_sleep',
  'query_to_xml',
  'set_config',
  'lo_import',
  'dblink',
  'load_file',
  'sleep',
  'benchmark',
  'repeat',
  'load_extension',
  'readfile',
  'randomblob',
  'zeroblob',
  'printf',
  'openrowset',
  'nextval',
])('%s is listed on no engine', (name) => {
  for (const engine of engines) expect(engine.functions.has(name), engine.name).toBe(false)
})

test.each([
  ['upper(name)', 'upper("Name")'],
  [' UPPER ( "name" ) ', 'upper("Name")'],
  ['upper({value})', 'upper({value})'],
  ["upper('{VALUE}')", 'upper({value})'],
  ["upper('{value}')", 'upper({value})'],
  ['length("birth ""year""")', 'length("birth ""year""")'],
  ["coalesce(name, 'it''s', NULL, -1.50)", `coalesce("Name", 'it''s', NULL, -1.50)`],
  ['round(cast(name as decimal(10, 2)), 1)', 'round(cast("Name" AS decimal (10, 2)), 1)'],
  ['count(*)', 'count(*)'],
  ['coalesce(user, current_timestamp)', 'coalesce("user", CURRENT_TIMESTAMP)'],
])('serializes %s from its parsed form', (text, sql) => {
  expect(readCall(text, callScope(postgresEngine, columns))).toEqual({ sql })
})

test('date parts are written in the position each engine expects', () => {
  const read = (engine: Engine, text: string) => readCall(text, callScope(engine, columns))
  expect(read(sqlServerEngine, 'dateadd(day, 1, name)')).toEqual({ sql: 'dateadd(day, 1, [Name])' })
  expect(read(postgresEngine, 'extract(YEAR from name)')).toEqual({ sql: 'extract(year FROM "Name")' })
  expect(read(mysqlEngine, 'datediff(name, now())')).toEqual({ sql: 'datediff(`Name`, now())' })
})

test.each([
  ['integer', true],
  ['varchar(20) not null', true],
  ["enum('a','b') not null default 'a'", true],
  ['decimal(10, 2) unsigned null default 1.5', true],
  ['timestamp with time zone default now()', true],
  ['integer[] not null', true],
  ['varchar(20) character set utf8mb4 collate utf8mb4_bin unique', true],
  ['integer default nextval(1)', false],
  ['integer references staff', false],
  ['integer check (id > 1)', false],
  ['text default (pg_read_file(1))', false],
  ['integer generated always as (1) stored', false],
  ["text default 'x' || current_user", false],
  ['', false],
])('whether the definition %s is plain: %s', (text, is) => {
  expect(isPlainDefinition(text)).toBe(is)
})

test('for any text, the result has only listed names, quoted columns and constants, and parses to itself', () => {
  const piece = fc.constantFrom(
    'upper',
    'concat',
    'cast',
    'extract',
    'count',
    'name',
    '"Name"',
    '"x',
    "'a'",
    "'",
    "''",
    '(',
    ')',
    ',',
    '*',
    '.',
    ' ',
    ' as ',
    ' from ',
    'select',
    'integer',
    'varchar(3)',
    'year',
    '{value}',
    '-1',
    '1e5',
    '/*',
    '--',
    ';',
    '\\',
    '`',
    '[',
    '$$',
  )
  const item = fc.constantFrom(
    'name',
    '"Name"',
    "'it''s'",
    '-1.5',
    '{value}',
    'null',
    'upper(name)',
    'cast(name as integer)',
  )
  const call = fc
    .tuple(fc.constantFrom('upper', 'concat', 'COALESCE'), fc.array(item, { maxLength: 3 }))
    .map(([name, items]) => `${name}(${items.join(', ')})`)
  const text = fc
    .tuple(call, fc.array(fc.tuple(fc.nat(40), fc.oneof(piece, fc.string({ maxLength: 2 }))), { maxLength: 2 }))
    .map(([plain, inserted]) =>
      inserted.reduce((before, [at, more]) => before.slice(0, at) + more + before.slice(at), plain),
    )
  let calls = 0
  fc.assert(
    fc.property(text, fc.constantFrom(...engines), (written, engine) => {
      const scope = callScope(engine, columns)
      const read = readCall(written, scope)
      if ('flaw' in read) return
      calls += 1
      const bare = read.sql.replaceAll(/'(?:[^']|'')*'/g, '').replaceAll(/"[^"]*"|`[^`]*`|\[[^\]]*\]/g, '')
      expect(bare).toMatch(/^[\w(),*{}+\-. ]*$/)
      for (const [name] of bare.matchAll(/[a-z]\w*(?=\()/g)) expect([...engine.functions]).toContain(name)
      expect(bare).not.toMatch(/select/i)
      if (engine === postgresEngine || engine === sqliteEngine) expect(readCall(read.sql, scope)).toEqual(read)
    }),
    { numRuns: 3000 },
  )
  expect(calls).toBeGreaterThan(300)
})
