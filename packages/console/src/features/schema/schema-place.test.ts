import { expect, test } from 'vitest'
import { readPlace, schemaAddress } from './schema-place.ts'

test.each([
  { entry: 'elsewhere' },
  { entry: 'create', table: 'contact' },
  { entry: 'table', table: 'contact', part: 'field' },
  { entry: 'table', table: 'contact', part: 'else', item: 'x' },
])('finds no place for %o', (params) => {
  expect(readPlace(params).kind).toBe('lost')
})

test('reads what is open from the URL', () => {
  expect(readPlace({}).kind).toBe('nothing')
  expect(readPlace({ entry: 'upload' }).kind).toBe('upload')
  expect(readPlace({ entry: 'table', table: 'create' })).toEqual({ kind: 'table', table: 'create', open: null })
  expect(readPlace({ entry: 'table', table: 't', part: 'new-relation' })).toMatchObject({
    open: { kind: 'relation', name: null },
  })
})

test('round-trips names with any characters', () => {
  const table = 'a/b?c#d%'
  const field = 'new-field'
  const parts = schemaAddress.field('db', table, field).split('/').slice(3).map(decodeURIComponent)
  const [entry, ...rest] = parts
  expect(readPlace({ entry, table: rest[0], part: rest[1], item: rest[2] })).toEqual({
    kind: 'table',
    table,
    open: { kind: 'field', name: field },
  })
})
