import { expect, test } from 'vitest'
import { nextSort, readConditions, readDataSearch, readSort, writeConditions } from './data-search.ts'

test('anything in an address is borne, and only what makes sense is kept', () => {
  expect(readDataSearch({ filter: 'a:nonsense:1;:=:2;b:=:', order: '', columns: 7, record: null, more: [1] })).toEqual({
    columns: '7',
  })
})

test('conditions are read as they were written, whatever signs they have', () => {
  const conditions = [
    { field: 'a:b', operator: 'contains', value: '50%; "x":y' },
    { field: 'c', operator: 'null', value: '' },
    { field: 'd', operator: '<', value: '-1' },
  ] as const
  expect(readConditions(writeConditions(conditions))).toEqual(conditions)
})

test('the head of a column sorts up, down, and not any more', () => {
  const up = nextSort({ field: 'b', descending: true }, 'a')
  const down = nextSort(up, 'a')
  expect([up, down, nextSort(down, 'a')]).toEqual([
    { field: 'a', descending: false },
    { field: 'a', descending: true },
    null,
  ])
  expect(readSort('-a')).toEqual(down)
})
