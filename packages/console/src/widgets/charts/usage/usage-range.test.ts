import { expect, test } from 'vitest'
import { paramsOf, readRange, refreshEvery, usualRange, writeRange } from './usage-range.ts'

const now = Date.UTC(2026, 10, 23, 14, 5, 30)

test.each([
  [{}],
  [{ range: 'forever' }],
  [{ from: 'yesterday', to: 'today' }],
  [{ from: '2026-11-02T00:00', to: '2026-11-01T00:00' }],
  [{ from: '1900-01-01T00:00', to: '2026-11-01T00:00' }],
])('falls back to the usual range for %j', (raw) => expect(readRange(raw)).toEqual(usualRange))

test('writes a range to the URL as it was read', () => {
  for (const raw of [{ range: '7d' }, { from: '2026-11-01T00:00', to: '2026-11-02T00:00' }]) {
    const { range, from, to } = writeRange(readRange(raw))
    expect(JSON.parse(JSON.stringify({ range, from, to }))).toEqual(raw)
  }
  expect(writeRange(usualRange)).toEqual({ range: undefined, from: undefined, to: undefined })
})

test('rounds a range to whole steps, including the current one', () => {
  expect(paramsOf(usualRange, now)).toEqual({
    from: '2026-11-22T15:00:00.000Z',
    to: '2026-11-23T15:00:00.000Z',
    step: 'hour',
  })
  expect(paramsOf({ kind: 'last', last: '30d' }, now)).toMatchObject({ from: '2026-10-25T00:00:00.000Z', step: 'day' })
})

test.each([
  ['2026-11-23T12:00', 'minute'],
  ['2026-11-30T12:00', 'hour'],
  ['2027-11-23T12:00', 'day'],
  ['2036-11-20T12:00', 'month'],
])('chooses steps that a chart can show for a range until %s', (to, step) =>
  expect(paramsOf({ kind: 'own', from: '2026-11-23T08:00', to }, now).step).toBe(step),
)

test('does not refetch a past range', () => {
  expect(refreshEvery({ kind: 'own', from: '2020-01-01T00:00', to: '2020-01-02T00:00' }, now)).toBe(false)
  expect(refreshEvery(usualRange, now)).toBe(60_000)
})
