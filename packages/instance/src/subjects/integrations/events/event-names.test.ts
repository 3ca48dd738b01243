import type { Verb } from '@millwright/contract/verbs'
import { expect, test } from 'vitest'
import { eventsOf, isEventOf, scriptName } from './event-names.ts'
import { pathsOfKind, pathsOfResources } from './event-paths.ts'
import { pathsOfDefinition } from './service-paths.ts'

const database = pathsOfKind({ name: 'pgsql', group: 'Database' })
const files = pathsOfKind({ name: 'local_file', group: 'File' })
const system = pathsOfResources([
  { name: 'role', singleton: false, readOnly: false },
  { name: 'admin', singleton: false, readOnly: false },
  { name: 'admin/session', singleton: false, readOnly: false },
])

test.each([
  ['GET', '', ['db.get'], ''],
  ['GET', '_schema', ['db._schema.get'], ''],
  ['GET', '_schema/contact', ['db._schema.{table_name}.get', 'db._schema.contact.get'], 'contact'],
  [
    'PUT',
    '_schema/contact/_field/name',
    ['db._schema.{table_name}._field.{field_name}.put', 'db._schema.contact._field.{field_name}.put'],
    'contact/_field/name',
  ],
  ['POST', '_table/contact', ['db._table.{table_name}.post', 'db._table.contact.post'], 'contact'],
  ['DELETE', '_table/contact/5', ['db._table.{table_name}.{id}.delete', 'db._table.contact.{id}.delete'], '5'],
  ['POST', '_proc/p', ['db._proc.{procedure_name}.post', 'db._proc.p.post'], 'p'],
  ['GET', '_func/f', ['db._func.{function_name}.get', 'db._func.f.get'], 'f'],
  ['GET', '_other/x', ['db.get'], '_other/x'],
  ['GET', '_table/{table_name}', ['db._table.{table_name}.get'], '{table_name}'],
])('%s of %s in a database', (verb, resource, names, rest) => {
  expect(eventsOf('db', database, { verb: verb as Verb, resource })).toEqual({ names, resource: rest })
})

test.each([
  ['', false, ['files.get'], ''],
  ['a', true, ['files.{folder_path}.get', 'files.a.get'], 'a'],
  ['a/b', true, ['files.{folder_path}.get'], 'a/b'],
  ['a/b.txt', false, ['files.{file_path}.get'], 'a/b.txt'],
])('reading %s in a storage', (resource, endsInSlash, names, rest) => {
  expect(eventsOf('files', files, { verb: 'GET', resource, endsInSlash })).toEqual({ names, resource: rest })
})

test('prefers literal segments to placeholders, and assigns longer paths to the longest known prefix', () => {
  const fired = (resource: string) => eventsOf('system', system, { verb: 'POST', resource }).names
  expect(fired('admin/session')).toEqual(['system.admin/session.post'.replace('/', '.')])
  expect(fired('admin/3')).toEqual(['system.admin.{id}.post', 'system.admin.3.post'])
  expect(eventsOf('system', system, { verb: 'GET', resource: 'role/3/more' })).toEqual({
    names: ['system.role.{id}.get', 'system.role.3.get'],
    resource: { '{id}': '3' },
  })
})

test.each([
  ['db.get.pre_process', true],
  ['db._table.{table_name}.get', true],
  ['db._table.a.b.c.get.post_process', true],
  ['db._TABLE.contact.{id}.delete.queued', true],
  ['db._table.contact.fetch', false],
  ['db._table', false],
  ['db..get', false],
  ['db._nothing.get', false],
])('%s is an event: %s', (name, is) => {
  expect(isEventOf('db', database, name)).toBe(is)
})

test('lists no routine events for databases without routines', () => {
  const lite = pathsOfKind({ name: 'sqlite', group: 'Database' })
  expect(isEventOf('db', lite, 'db._proc.{procedure_name}.post')).toBe(false)
  expect(isEventOf('db', database, 'db._proc.{procedure_name}.post')).toBe(true)
})

test('assigns one phase to a name', () => {
  expect(scriptName('db.get')).toEqual({ event: 'db.get', phase: 'plain' })
  expect(scriptName('db.get.queued.pre_process')).toEqual({ event: 'db.get.queued', phase: 'pre_process' })
})

test('matches names with many placeholders without trying all assignments', () => {
  const path = Array.from({ length: 40 }, (_, at) => `{p${at}}`)
    .join('/')
    .concat('/end')
  expect(isEventOf('x', [{ path, verbs: ['GET'] }], `x.${'a.'.repeat(120)}get`)).toBe(false)
})

test('derives events from the paths of an API description', () => {
  const json = {
    paths: {
      '/items': { get: {}, post: {}, summary: 'x' },
      '/items/{kind}': { parameters: [{ name: 'kind', in: 'path', schema: { enum: ['a', 'b'] } }], delete: {} },
      '/nothing': { description: 'x' },
    },
  }
  const found = [
    { path: 'items', verbs: ['GET', 'POST'] },
    { path: 'items/{kind}', verbs: ['DELETE'], values: ['a', 'b'] },
  ]
  expect(pathsOfDefinition(json)).toEqual(found)
  expect(pathsOfDefinition({ paths: { '/items': { summary: 'none' } } })).toBeNull()
})
