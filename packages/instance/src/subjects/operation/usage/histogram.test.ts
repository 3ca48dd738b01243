import { expect, test } from 'vitest'
import {
  addWritten,
  bucketBounds,
  bucketCount,
  bucketOf,
  newHistogram,
  percentile,
  writeHistogram,
} from './histogram.ts'

test('there are 60 buckets, whose bounds include those that OpenTelemetry recommends', () => {
  expect(bucketCount).toBe(60)
  const advised = [5, 10, 25, 50, 75, 100, 250, 500, 750, 1000, 2500, 5000, 7500, 10_000]
  expect(advised.filter((ms) => !bucketBounds.includes(ms * 1000))).toEqual([])
})

test('each value is in the first bucket whose bound it does not exceed', () => {
  for (const value of [0, 1, 99, 100, 101, 125, 126, 999, 5_000, 123_456, 62_999_999, 63_000_000, 63_000_001, 5e9]) {
    const expected = bucketBounds.findIndex((bound) => value <= bound)
    expect([value, bucketOf(value)]).toEqual([value, expected < 0 ? bucketBounds.length : expected])
  }
})

test('concatenated texts represent their sum, and invalid parts are skipped', () => {
  const sum = newHistogram()
  addWritten(sum, 'A5B2A7')
  addWritten(sum, '~9"3')
  expect(writeHistogram(sum)).toBe('A12B2')
})

test.each([
  ['constant', () => 7_300],
  ['two humps', (at: number) => (at % 2 === 0 ? 900 + (at % 50) : 240_000 + (at % 5000))],
  ['log-normal', (at: number) => Math.round(2_000 * Math.exp(1.3 * Math.sin(at * 12.9898) * 2))],
])('percentiles of %s times are off by at most a third', (_, time) => {
  const histogram = newHistogram()
  const times = Array.from({ length: 10_001 }, (_each, at) => time(at))
  for (const each of times) histogram[bucketOf(each)] = (histogram[bucketOf(each)] ?? 0) + 1
  const sorted = times.toSorted((a, b) => a - b)
  for (const share of [0.5, 0.95, 0.99]) {
    const exact = sorted[Math.ceil(share * sorted.length) - 1] ?? 0
    const found = percentile(histogram, share, sorted.at(-1) ?? 0) ?? 0
    expect(Math.abs(found - exact) / exact).toBeLessThanOrEqual(0.34)
  }
})

test('an empty histogram has no percentile', () => expect(percentile(newHistogram(), 0.5, 0)).toBeNull())
