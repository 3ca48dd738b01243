import { afterEach, expect, test, vi } from 'vitest'
import { dateIn } from './date-words.ts'

afterEach(() => void vi.unstubAllEnvs())

test('follows the time zone of a computer that travels', () => {
  const noon = new Date('2026-11-21T12:00:00Z')
  const hour = () => dateIn({ hour: '2-digit', minute: '2-digit', hour12: false }, noon)
  vi.stubEnv('TZ', 'UTC')
  expect(hour()).toBe('12:00')
  vi.stubEnv('TZ', 'Asia/Kolkata')
  expect(hour()).toBe('17:30')
})
