import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { convertDates } from './convert-dates.ts'

async function database(...statements: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'millwright-dates-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'dates.sqlite')
  const opened = new DatabaseSync(file)
  onTestFinished(() => opened.close())
  for (const statement of statements) opened.exec(statement)
  const column = (sql: string) =>
    opened
      .prepare(sql)
      .all()
      .map((row) => Object.values(row)[0])
  return { file, column }
}

it('rejects a file that does not exist, without creating it', async () => {
  const { file } = await database()
  await expect(convertDates(`${file}.other`, true)).rejects.toThrow('There is no database')
  await expect(convertDates(`${file}.other`, false)).rejects.toThrow('There is no database')
})

it('changes nothing if the rows of one column cannot be changed', async () => {
  const { file, column } = await database(
    'create table plain (at datetime); insert into plain values (1795860000)',
    "create table once (at datetime unique); insert into once values ('2026-11-28 10:00:00'), ('2026-11-28T10:00:00Z')",
  )
  for (const apply of [false, true]) {
    await expect(convertDates(file, apply)).rejects.toThrow(
      "'at' of 'once' cannot be converted: Another record has the same value in the field 'at'.",
    )
  }
  expect(column('select at from plain')).toEqual([1795860000])
})

it('shows what it would change, changes that and nothing else, and finds nothing to change afterwards', async () => {
  const forms = [
    "'2026-11-28 10:00:00'",
    "'2026-11-28T12:00:00.250+02:00'",
    '1795860000',
    '1795860000000',
    '2461372.5',
    "'hello 5'",
    'null',
    "'2026-11-28'",
  ]
  const { file, column } = await database(
    'create table log (id integer primary key, at datetime, zoned timestamptz, day date, note text)',
    ...forms.map((form) => `insert into log (at, zoned, day, note) values (${form}, ${form}, ${form}, ${form})`),
    'create view seen as select at from log',
  )
  const before = ['at', 'zoned', 'day', 'note'].map((name) => column(`select ${name} from log`))
  const expected = [
    { table: 'log', column: 'at', changed: 5, same: 1, left: 1, examples: ['hello 5'] },
    { table: 'log', column: 'zoned', changed: 6, same: 0, left: 1, examples: ['hello 5'] },
    { table: 'log', column: 'day', changed: 1, same: 1, left: 5, examples: expect.arrayContaining(['1795860000']) },
  ]
  expect(await convertDates(file, false)).toEqual(expected)
  expect(['at', 'zoned', 'day', 'note'].map((name) => column(`select ${name} from log`))).toEqual(before)

  expect(await convertDates(file, true)).toEqual(expected)
  const moments = [
    '2026-11-28 10:00:00',
    '2026-11-28 10:00:00.25',
    '2026-11-28 10:00:00',
    '2026-11-28 10:00:00',
    '2026-11-28 00:00:00',
    'hello 5',
    null,
    '2026-11-28 00:00:00',
  ]
  expect(column('select at from log')).toEqual(moments)
  expect(column('select zoned from log')).toEqual(
    moments.map((each) => (/^2/.test(each ?? '') ? `${each}+00:00` : each)),
  )
  expect(column('select day from log').slice(4)).toEqual(['2026-11-28', 'hello 5', null, '2026-11-28'])
  expect(column('select note from log')).toEqual(before[3])
  expect((await convertDates(file, true)).map(({ changed }) => changed)).toEqual([0, 0, 0])
})
