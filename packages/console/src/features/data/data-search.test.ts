import { expect, test } from 'vitest'
import { nextSort, readDataSearch, readRecordConditions, readSort, writeRecordConditions } from './data-address.ts'

test('any query is accepted, and only valid parts are kept', () => {
  expect(readDataSearch({ filter: 'a:nonsense:1;:=:2;b:=:', order: '', columns: 7, record: null, more: [1] })).toEqual({
    columns: '7',
  })
})

test('conditions are parsed as they were serialized, whatever characters they contain', () => {
  const conditions = [
    { field: 'a:b', operator: 'contains', value: '50%; "x":y' },
    { field: 'c', operator: 'null', value: '' },
    { field: 'd', operator: '<', value: '-1' },
  ] as const
  expect(readRecordConditions(writeRecordConditions(conditions))).toEqual(conditions)
})

test('a column header cycles through ascending, descending and unsorted', () => {
  const up = nextSort({ field: 'b', descending: true }, 'a')
  const down = nextSort(up, 'a')
  expect([up, down, nextSort(down, 'a')]).toEqual([
    { field: 'a', descending: false },
    { field: 'a', descending: true },
    null,
  ])
  expect(readSort('-a')).toEqual(down)
})
