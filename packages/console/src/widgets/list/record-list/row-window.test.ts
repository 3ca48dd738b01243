import { expect, test } from 'vitest'
import { rowWindow } from './scroll-window.ts'

const rows = (parts: ReturnType<typeof rowWindow>) => parts.flatMap((part) => (part.kind === 'row' ? [part.index] : []))
const height = (parts: ReturnType<typeof rowWindow>) =>
  parts.reduce((sum, part) => sum + (part.kind === 'row' ? 1 : part.rows), 0)

test('renders nothing for an empty list', () => {
  expect(rowWindow({ count: 0, rowHeight: 38, scrollTop: 0, viewHeight: 500, active: -1 })).toEqual([])
})

test('renders only the visible rows of a thousand, and keeps the total height', () => {
  const parts = rowWindow({ count: 1000, rowHeight: 40, scrollTop: 4000, viewHeight: 400, active: -1, spare: 2 })
  expect(rows(parts)).toEqual([98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111])
  expect(height(parts)).toBe(1000)
})

test('keeps the focused row above or below the visible ones', () => {
  const above = rowWindow({ count: 1000, rowHeight: 40, scrollTop: 4000, viewHeight: 400, active: 3, spare: 0 })
  expect(rows(above)[0]).toBe(3)
  const below = rowWindow({ count: 1000, rowHeight: 40, scrollTop: 0, viewHeight: 400, active: 900, spare: 0 })
  expect(rows(below).at(-1)).toBe(900)
  expect([height(above), height(below)]).toEqual([1000, 1000])
})
