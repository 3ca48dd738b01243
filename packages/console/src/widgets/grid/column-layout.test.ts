import { expect, test } from 'vitest'
import { columnsIn, layColumns, leftToShow } from './column-layout.ts'

const layout = layColumns(Array.from({ length: 200 }, () => 100))

test('renders only the visible columns of 200', () => {
  expect(columnsIn(layout, 5000, 800)).toEqual({ first: 48, end: 60 })
  expect(columnsIn(layout, 0, 350)).toEqual({ first: 0, end: 8 })
  expect(columnsIn(layout, 19_200, 800)).toEqual({ first: 188, end: 200 })
})

test('renders nothing without columns', () => {
  expect(columnsIn(layColumns([]), 0, 800)).toEqual({ first: 0, end: 0 })
})

test('scrolls to a column by the shortest way, and to its start if it is wider than the view', () => {
  expect(leftToShow(layout, 3, 0, 800)).toBe(0)
  expect(leftToShow(layout, 9, 0, 800)).toBe(200)
  expect(leftToShow(layout, 1, 500, 800)).toBe(100)
  expect(leftToShow(layColumns([100, 900]), 1, 0, 500)).toBe(100)
})
