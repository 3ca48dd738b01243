import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inZone, isZoneless, pickerValue, withPicked } from './moment-text.ts'

beforeEach(() => void vi.stubEnv('TZ', 'UTC'))
afterEach(() => void vi.unstubAllEnvs())

test.each([
  ['date', '2026-11-21', '2026-12-01', '2026-12-01'],
  ['time', '', '07:30', '07:30:00'],
  ['time', '07:30:00+02', '08:15:10', '08:15:10+02'],
  ['datetime', '', '2026-12-01T08:15', '2026-12-01 08:15:00'],
  ['datetime', '2026-11-21T10:00:00.123Z', '2026-12-01T08:15:10', '2026-12-01T08:15:10Z'],
  ['datetime', '2026-11-21', '2026-12-01T08:15', '2026-12-01 08:15:00'],
] as const)('%s %j is updated to what is picked, in its own format', (kind, text, picked, becomes) => {
  expect(withPicked(kind, text, picked)).toBe(becomes)
})

test('the native control gets only values that it can show', () => {
  expect(pickerValue('datetime', '2026-11-21 10:00:00')).toBe('2026-11-21T10:00:00')
  expect(pickerValue('datetime', '20 Nov 2026')).toBe('')
  expect(pickerValue('time', '07:30')).toBe('07:30:00')
  expect(pickerValue('date', '2026-11-21 10:00')).toBe('2026-11-21')
})

test('what has no zone gets that of the reader, on that day', () => {
  vi.stubEnv('TZ', 'America/St_Johns')
  expect(inZone('2026-07-01T08:15')).toBe('2026-07-01T08:15:00-02:30')
  expect(inZone('2026-12-01 08:15:10')).toBe('2026-12-01T08:15:10-03:30')
  expect(inZone('2026-12-01')).toBe('2026-12-01T00:00:00-03:30')
  expect(inZone('2026-13-01 08:15')).toBe('2026-13-01 08:15')
  expect(['2026-12-01', '2026-12-01 08:15', '2026-12-01T08:15:10.5'].every(isZoneless)).toBe(true)
  expect(['now', '2026-12-01T08:15Z', '2026-12-01 08:15:00+01'].some(isZoneless)).toBe(false)
})
