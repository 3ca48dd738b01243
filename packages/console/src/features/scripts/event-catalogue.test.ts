import { expect, test } from 'vitest'
import { countScriptNames, endOf, eventPlace, readCatalogue, scriptNames } from './event-catalogue.ts'

const endpoint = 'db._table.{table_name}.get.pre_process'
const [db] = readCatalogue({
  db: {
    'db._table': { type: 'api', endpoints: ['db._table.get'], parameter: null },
    'db._table.{table_name}': {
      type: 'api',
      endpoints: ['db._table.{table_name}.get', endpoint],
      parameter: { table_name: ['contact', '$& Co'] },
    },
    'db._table.{table_name}.{id}': {
      type: 'api',
      endpoints: ['db._table.{table_name}.{id}.get'],
      parameter: { table_name: ['contact'], id: ['1', '2'] },
    },
  },
})
const paths = db?.paths ?? []

test.each([null, [], 'text', { db: null }, { db: { 'db.x': 3 } }])(
  'reads only the valid parts of a response like %j',
  (answer) => {
    expect(
      readCatalogue(answer).flatMap((service) => service.paths.flatMap((path) => path.endpoints)).length,
    ).toBeLessThan(2)
  },
)

test('treats a path that is not a request as its own event', () => {
  const [system] = readCatalogue({
    system: { 'system.limit.{id}.exceeded': { type: 'service', parameter: { id: ['7'] } } },
  })
  const [path] = system?.paths ?? []
  expect(path && scriptNames(path.endpoints[0] ?? '', path)).toEqual([
    'system.limit.{id}.exceeded',
    'system.limit.7.exceeded',
  ])
})

test('replaces a placeholder with each of its values, one placeholder at a time', () => {
  const [, one, two] = paths
  expect(one && scriptNames(endpoint, one)).toEqual([
    endpoint,
    'db._table.contact.get.pre_process',
    'db._table.$& Co.get.pre_process',
  ])
  expect(two && scriptNames('db._table.{table_name}.{id}.get', two)).toEqual([
    'db._table.{table_name}.{id}.get',
    'db._table.contact.{id}.get',
    'db._table.{table_name}.1.get',
    'db._table.{table_name}.2.get',
  ])
  expect(two && countScriptNames('db._table.{table_name}.{id}.get', two)).toBe(4)
})

test.each(['db._table.gone.get', 'db._table.contact.post', 'files.get', 'db._table.contact.get.pre'])(
  'finds no event for %s',
  (name) => {
    expect(eventPlace(name, paths)).toBeNull()
  },
)

test.each([
  ['db._table.get', 'db._table.get'],
  ['DB._Table.Contact.get.pre_process', endpoint],
  ['db._table.{table_name}.get.pre_process', endpoint],
  ['db._table.contact.{id}.get', 'db._table.{table_name}.{id}.get'],
])('assigns %s to %s', (name, at) => {
  expect(eventPlace(name, paths)?.endpoint).toBe(at)
})

test('returns the verb and phase at the end of a name, as far as present', () => {
  expect(endOf('db._table.{table_name}.get.post_process')).toBe('.get.post_process')
  expect(endOf('db.get')).toBe('.get')
  expect(endOf('db')).toBe('db')
})
