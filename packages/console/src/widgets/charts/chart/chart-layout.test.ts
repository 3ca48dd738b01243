import { expect, test } from 'vitest'
import { chartLayout, roomForAmounts, type Series, stepAt, stepsBetween, type Timeline } from './chart-layout.ts'
import { shareWords, shortNumber } from './chart-words.ts'

const hour = 3_600_000
const start = Date.UTC(2026, 0, 5, 0)
const timeline: Timeline = { step: hour, starts: stepsBetween(start, start + 4 * hour, hour) }
const series = (id: string, values: Series['values']): Series => ({
  id,
  label: id,
  tone: 'accent',
  pattern: 'solid',
  values,
})
const size = { width: 456, height: 134, left: 48 }
const frame = { timeline, gaps: [], frame: size }

test('lays out a chart without data with axis, height and times', () => {
  const { paths, amounts, times } = chartLayout({ ...frame, kind: 'columns', series: [series('ok', [0, 0, 0, 0])] })
  expect(paths).toEqual([''])
  expect(amounts.map(({ value }) => value)).toEqual([0, 1])
  expect(times.length).toBeGreaterThan(1)
})

test('draws a visible column for one request among ten million', () => {
  const { paths } = chartLayout({
    ...frame,
    kind: 'columns',
    series: [series('ok', [10_000_000, 0, 0, 0]), series('errors', [0, 0, 1, 0])],
  })
  expect(paths[1]).toContain('v-1H')
})

test('stacks columns, and draws the lowest at the axis', () => {
  const { paths, area } = chartLayout({
    ...frame,
    kind: 'columns',
    series: [series('ok', [50, 0, 0, 0]), series('refused', [50, 0, 50, 0])],
  })
  expect(paths[0]).toBe('M48 110h98v-50H48Z')
  expect(paths[1]).toBe(`M48 60h98v-50H48ZM248 ${area.bottom}h98v-50H248Z`)
})

test('breaks a line at unknown values', () => {
  const { paths } = chartLayout({ ...frame, kind: 'lines', series: [series('p50', [5, null, 7, 8])] })
  expect(paths[0]?.match(/M/g)).toHaveLength(2)
})

test('clips a gap to the frame, and omits one outside', () => {
  const gaps = [
    { from: start - hour, to: start + hour, why: 'restarted' },
    { from: start - 9 * hour, to: start - 8 * hour, why: 'before' },
  ]
  const drawn = chartLayout({ ...frame, gaps, kind: 'columns', series: [] }).gaps
  expect(drawn).toEqual([{ left: 48, width: 100, why: 'restarted' }])
})

test('finds the step at a position, and the first or last one beyond the ends', () => {
  expect([0, 60, 149, 447, 900].map((pixels) => stepAt(timeline, size, pixels))).toEqual([0, 0, 1, 3, 3])
  expect(stepAt({ step: hour, starts: [] }, size, 10)).toBeNull()
})

test('reserves enough room for the labels of the value axis', () => {
  const calls = [series('ok', [2_000_000])]
  expect(roomForAmounts('columns', calls, String)).toBeGreaterThan(roomForAmounts('columns', calls, shortNumber))
  expect(roomForAmounts('columns', [], String)).toBe(48)
})

test('aligns steps to multiples of their length', () => {
  expect(stepsBetween(start + 5 * 60_000, start + 2 * hour, hour)).toEqual([start, start + hour])
})

test.each([
  [shortNumber(10_345_678), '10.3M'],
  [shareWords(0, 0), '0%'],
  [shareWords(1, 10_000), '0.01%'],
  [shareWords(1, 4), '25%'],
])('shortens numbers: %s', (told, expected) => expect(told).toBe(expected))
