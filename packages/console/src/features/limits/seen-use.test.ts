import { expect, test } from 'vitest'
import { addSample, type Sample } from './limit-use.ts'
import { chartShape } from './use-panel.tsx'

const after = (...attempts: number[]) =>
  attempts.reduce<readonly Sample[]>((samples, count, at) => addSample(samples, { at, attempts: count }), [])

test('stores an unchanged counter as its first and last sample, and drops the oldest samples first', () => {
  expect(after(1, 2, 2, 2, 2, 5)).toEqual([
    { at: 0, attempts: 1 },
    { at: 1, attempts: 2 },
    { at: 4, attempts: 2 },
    { at: 5, attempts: 5 },
  ])
  const long = after(...Array.from({ length: 2000 }, (_, index) => index))
  expect(long).toHaveLength(500)
  expect(long.at(-1)?.attempts).toBe(1999)
})

test('draws usage as steps below the limit, and above it if the limit was lowered', () => {
  const minute = 60_000
  const samples = [
    { at: 0, attempts: 0 },
    { at: minute, attempts: 10 },
  ]
  const parts = { max: 10, period: 'minute', now: 2 * minute }
  expect(chartShape(samples, parts)).toMatchObject({ line: 'M0 200H500V26.1H1000', limit: 26.1, from: 0, peak: 10 })
  expect(chartShape(samples, { ...parts, max: 5 })?.limit).toBeGreaterThan(100)
  expect(chartShape(samples, { ...parts, max: 0 })?.limit).toBe(200)
})

test('draws nothing older than ten periods, and nothing before two samples', () => {
  const parts = { max: 10, period: 'minute', now: 3_600_000 }
  const long = [
    { at: 0, attempts: 9 },
    { at: 1, attempts: 9 },
  ]
  expect(chartShape(long, parts)).toBeNull()
  expect(chartShape(long, { ...parts, period: 'hour' })?.peak).toBe(9)
  expect(chartShape(long.slice(1), { ...parts, period: 'hour' })).toBeNull()
})
