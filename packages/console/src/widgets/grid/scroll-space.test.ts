import { expect, test } from 'vitest'
import { barFor, highest, scrolledTo, spaceHeight, topToShow } from './use-grid-viewport.ts'

const million = { content: 32 * 1_000_000, view: 800 }
const small = { content: 32 * 1000, view: 800 }

test('scrolls a space within the limit pixel by pixel', () => {
  expect(spaceHeight(small)).toBe(32_000)
  expect(scrolledTo(small, { bar: 0, top: 0 }, 12_345)).toEqual({ bar: 12_345, top: 12_345 })
  expect(scrolledTo(small, { bar: 0, top: 0 }, 99_999).top).toBe(31_200)
})

test("fits a million rows into the browser's limit, and reaches both ends", () => {
  expect(spaceHeight(million)).toBe(highest)
  expect(scrolledTo(million, { bar: 500, top: 500 }, 0).top).toBe(0)
  expect(scrolledTo(million, { bar: 0, top: 0 }, highest - 800).top).toBe(million.content - 800)
})

test('scrolls a million rows by the same number of pixels with the wheel as a few', () => {
  const middle = barFor(million, 16_000_000)
  expect(scrolledTo(million, middle, middle.bar + 100).top).toBe(middle.top + 100)
  expect(scrolledTo(million, middle, middle.bar - 100).top).toBe(middle.top - 100)
})

test('scrolls in proportion when the scrollbar is dragged', () => {
  const { top } = scrolledTo(million, { bar: 0, top: 0 }, (highest - 800) / 2)
  expect(top).toBe((million.content - 800) / 2)
})

test('shows the requested position', () => {
  for (const top of [0, 32, 7_777_777, million.content - 800])
    expect(scrolledTo(million, barFor(million, top), barFor(million, top).bar).top).toBe(top)
})

test('scrolls to a row only as far as necessary', () => {
  expect(topToShow(10, 32, 0, 800)).toBe(0)
  expect(topToShow(2, 32, 640, 800)).toBe(64)
  expect(topToShow(30, 32, 0, 800)).toBe(31 * 32 - 800)
})
