import { expect, it } from 'vitest'
import { listedTime, machineTime } from './ftp-describe.ts'

const now = new Date('2026-03-02T10:00:00Z')
const told = (time: number | null) => (time === null ? null : new Date(time).toISOString())

it.each(['', 'yesterday', '13-02-26  10:00AM', 'Foo 02 10:00', 'Mar 02'])('rejects %j as a time in a listing', (text) =>
  expect(listedTime(text, now)).toBeNull(),
)

it.each([
  ['Mar  2 09:59', '2026-03-02T09:59:00.000Z'],
  ['Mar 02 23:00', '2026-03-02T23:00:00.000Z'],
  ['Mar 04 10:00', '2025-03-04T10:00:00.000Z'],
  ['Dec 31  2019', '2019-12-31T00:00:00.000Z'],
])('parses %j in a listing as %s', (text, time) => expect(told(listedTime(text, now))).toBe(time))

it('parses exact times from machine-readable listings', () => {
  expect(machineTime('213')).toBeNull()
  expect(told(machineTime(' 20260302100102.5'))).toBe('2026-03-02T10:01:02.000Z')
})
