import { expect, test } from 'vitest'
import { chartLayout, roomForAmounts, type Series, stepAt, stepsBetween, type Timeline } from './chart-layout.ts'
import { byteWords, durationWords, shareWords, shortNumber } from './chart-words.ts'

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

test('nothing at all still has a ground, a height and times', () => {
  const { paths, amounts, times } = chartLayout({ ...frame, kind: 'columns', series: [series('ok', [0, 0, 0, 0])] })
  expect(paths).toEqual([''])
  expect(amounts.map(({ value }) => value)).toEqual([0, 1])
  expect(times.length).toBeGreaterThan(1)
})

test('one call among ten million is seen', () => {
  const { paths } = chartLayout({
    ...frame,
    kind: 'columns',
    series: [series('ok', [10_000_000, 0, 0, 0]), series('errors', [0, 0, 1, 0])],
  })
  expect(paths[1]).toContain('v-1H')
})

test('columns stand on each other, and on the ground where nothing is below', () => {
  const { paths, area } = chartLayout({
    ...frame,
    kind: 'columns',
    series: [series('ok', [50, 0, 0, 0]), series('refused', [50, 0, 50, 0])],
  })
  expect(paths[0]).toBe('M48 110h98v-50H48Z')
  expect(paths[1]).toBe(`M48 60h98v-50H48ZM248 ${area.bottom}h98v-50H248Z`)
})

test('a line is broken where nothing is known', () => {
  const { paths } = chartLayout({ ...frame, kind: 'lines', series: [series('p50', [5, null, 7, 8])] })
  expect(paths[0]?.match(/M/g)).toHaveLength(2)
})

test('a gap stays within the frame, and one outside of it is not drawn', () => {
  const gaps = [
    { from: start - hour, to: start + hour, why: 'restarted' },
    { from: start - 9 * hour, to: start - 8 * hour, why: 'before' },
  ]
  const drawn = chartLayout({ ...frame, gaps, kind: 'columns', series: [] }).gaps
  expect(drawn).toEqual([{ left: 48, width: 100, why: 'restarted' }])
})

test('a place leads to its step, and beyond the ends to the last ones', () => {
  expect([0, 60, 149, 447, 900].map((pixels) => stepAt(timeline, size, pixels))).toEqual([0, 0, 1, 3, 3])
  expect(stepAt({ step: hour, starts: [] }, size, 10)).toBeNull()
})

test('what is written at the amounts has the room that it takes', () => {
  const calls = [series('ok', [2_000_000])]
  expect(roomForAmounts('columns', calls, String)).toBeGreaterThan(roomForAmounts('columns', calls, shortNumber))
  expect(roomForAmounts('columns', [], String)).toBe(48)
})

test('steps begin on their own bounds', () => {
  expect(stepsBetween(start + 5 * 60_000, start + 2 * hour, hour)).toEqual([start, start + hour])
})

test.each([
  [durationWords(0.42), '0.42 ms'],
  [durationWords(12.4), '12 ms'],
  [durationWords(1310), '1.31 s'],
  [durationWords(150_000), '2.5 min'],
  [shortNumber(10_345_678), '10.3M'],
  [byteWords(999), '999 B'],
  [byteWords(0), '0 B'],
  [byteWords(1_234_567), '1.23 MB'],
  [shareWords(0, 0), '0%'],
  [shareWords(1, 10_000), '0.01%'],
  [shareWords(1, 4), '25%'],
])('figures are short: %s', (told, expected) => expect(told).toBe(expected))
