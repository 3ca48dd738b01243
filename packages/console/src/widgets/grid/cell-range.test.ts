import { expect, test } from 'vitest'
import { cellAfterKey, cellAlong, rangeOf } from './selection.ts'

const size = { rows: 100, columns: 4, page: 20 }

test.each([
  ['ArrowUp', false, { row: 0, column: 0 }, { row: 0, column: 0 }],
  ['ArrowDown', false, { row: 99, column: 0 }, { row: 99, column: 0 }],
  ['ArrowRight', false, { row: 5, column: 3 }, { row: 5, column: 3 }],
  ['ArrowDown', false, { row: 5, column: 3 }, { row: 6, column: 3 }],
  ['ArrowDown', true, { row: 5, column: 3 }, { row: 99, column: 3 }],
  ['ArrowLeft', true, { row: 5, column: 3 }, { row: 5, column: 0 }],
  ['PageDown', false, { row: 95, column: 1 }, { row: 99, column: 1 }],
  ['PageUp', false, { row: 50, column: 1 }, { row: 30, column: 1 }],
  ['Home', false, { row: 5, column: 2 }, { row: 5, column: 0 }],
  ['End', true, { row: 5, column: 2 }, { row: 99, column: 3 }],
])('moves with %s, far %j, from %j to %j', (key, far, from, to) => {
  expect(cellAfterKey(key, from, size, far)).toEqual(to)
})

test('stays on the first cell of a grid without rows', () => {
  expect(cellAfterKey('ArrowDown', { row: 0, column: 0 }, { rows: 0, columns: 2, page: 9 }, true)).toEqual({
    row: 0,
    column: 0,
  })
})

test('moves along the rows with Tab and stops at both ends', () => {
  expect(cellAlong({ row: 0, column: 3 }, size, false)).toEqual({ row: 1, column: 0 })
  expect(cellAlong({ row: 1, column: 0 }, size, true)).toEqual({ row: 0, column: 3 })
  expect(cellAlong({ row: 99, column: 3 }, size, false)).toBeNull()
  expect(cellAlong({ row: 0, column: 0 }, size, true)).toBeNull()
})

test('returns the same range from any corner', () => {
  const range = { top: 2, bottom: 5, left: 1, right: 3 }
  expect(rangeOf({ row: 5, column: 1 }, { row: 2, column: 3 })).toEqual(range)
  expect(rangeOf({ row: 2, column: 3 }, { row: 5, column: 1 })).toEqual(range)
})
