import { expect, test } from 'vitest'
import { parseWireDate, relativeTime } from './dates.ts'

test('returns null for an invalid date', () => {
  expect([parseWireDate('yesterday'), parseWireDate('2026-13-45 99:00:00')]).toEqual([null, null])
})

test('reads both wire formats as UTC', () => {
  const expected = Date.UTC(2026, 4, 6, 7, 8, 9)
  expect(parseWireDate('2026-05-06T07:08:09.000000Z')?.getTime()).toBe(expected)
  expect(parseWireDate('2026-05-06 07:08:09')?.getTime()).toBe(expected)
})

test('describes the distance in the largest unit that fits', () => {
  const now = new Date('2026-05-06T12:00:00Z')
  const ago = (text: string) => relativeTime(new Date(text), now)
  expect(ago('2026-05-06T11:59:40Z')).toBe('just now')
  expect(ago('2026-05-06T09:00:00Z')).toBe('3 hours ago')
  expect(ago('2026-05-05T11:00:00Z')).toBe('yesterday')
  expect(ago('2025-01-01T00:00:00Z')).toBe('last year')
})
