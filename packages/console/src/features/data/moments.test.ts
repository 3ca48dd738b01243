import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inOwnZone, pickerValue, withPicked } from '../../widgets/access/condition/moment-text.ts'
import { momentProblem, showMoment } from './field-values.ts'

beforeEach(() => void vi.stubEnv('TZ', 'UTC'))
afterEach(() => void vi.unstubAllEnvs())

test.each([
  ['date', 'soon', 'This is not a date.'],
  ['time', 'noon', 'This is not a time.'],
  ['date', '2026-02-29', 'This date does not exist.'],
  ['datetime', '2026-13-01 10:00', 'This date does not exist.'],
  ['date', '2024-02-29', null],
  ['date', '20 Nov 2026', null],
  ['datetime', 'now', null],
  ['date', '0000-00-00', null],
] as const)('%s %j: %j', (kind, text, problem) => {
  expect(momentProblem(kind, text)).toBe(problem)
})

test('a moment with a time zone is shown, picked and named in that of the reader, and stored in its own', () => {
  vi.stubEnv('TZ', 'Asia/Kolkata')
  const stored = '2026-11-21 10:00:00.123+00'
  expect(showMoment('datetime', stored)).toBe('Nov 21, 2026, 3:30 PM')
  expect(inOwnZone('datetime', stored)).toBe('Nov 21, 2026, 3:30:00 PM GMT+5:30')
  expect(pickerValue('datetime', stored)).toBe('2026-11-21T15:30:00')
  expect(withPicked('datetime', stored, '2026-11-21T04:00')).toBe('2026-11-20 22:30:00+00')
  expect(withPicked('datetime', '2026-11-21T10:00:00-03:00', '2026-11-21T15:30')).toBe('2026-11-21T07:00:00-03:00')
})

test('a moment without a time zone is the same for everyone', () => {
  vi.stubEnv('TZ', 'Asia/Kolkata')
  expect(showMoment('datetime', '2026-11-21 10:00:00')).toBe('Nov 21, 2026, 10:00 AM')
  expect(inOwnZone('datetime', '2026-11-21 10:00:00')).toBeNull()
  expect(showMoment('date', '2026-11-28')).toBe('Nov 28, 2026')
  expect(withPicked('datetime', '2026-11-21 10:00:00', '2026-11-21T15:30')).toBe('2026-11-21 15:30:00')
})
