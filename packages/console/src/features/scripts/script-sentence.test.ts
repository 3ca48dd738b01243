import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventOf, happenings, phases, tablesIn, triggerOf, triggerTable } from './script-sentence.ts'

test('reads only events of one table as a trigger', () => {
  for (const name of ['db.get', 'db._table.{table_name}.get.pre_process', 'db._table.a.get', 'db._schema.a.get.queued'])
    expect(triggerOf(name), name).toBeNull()
  expect(triggerOf('db._table.contact.post.pre_process')).toMatchObject({ table: 'contact', verb: 'post' })
})

test('round-trips a trigger through its event', () => {
  const trigger = fc.record({
    service: fc.stringMatching(/^[a-z]\w*$/),
    table: fc.stringMatching(/^[a-zA-Z_][\w-]*$/),
    verb: fc.constantFrom(...happenings().map(({ value }) => value)),
    phase: fc.constantFrom(...phases().map(({ value }) => value)),
  })
  fc.assert(
    fc.property(trigger, (one) => {
      expect(triggerOf(eventOf(one))).toEqual(one)
    }),
  )
})

test('begins with the table whose events are listed, and with none for any other search', () => {
  for (const find of [
    '',
    'db',
    'db._table.',
    'db._table.contact',
    'db._table.{table_name}.',
    'post db._table.contact.',
  ])
    expect(triggerTable(find), find).toEqual({})
  expect(triggerTable('db._table.contact.')).toEqual({ service: 'db', table: 'contact' })
})

test("finds the tables among a service's components", () => {
  expect(tablesIn(['', '*', '_table/', '_table/*', '_table/b/', '_table/b/*', '_table/a', '_schema/c/'])).toEqual([
    'a',
    'b',
  ])
})
