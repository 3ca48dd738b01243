import { describe, expect, it } from 'vitest'
import { cronProblem } from '../../ground/models/task-model.ts'
import { dueAfterSetback, firstDue, nextDue } from './due.ts'

const at = (text: string) => Date.parse(text)
const shown = (time: number | null) => (time === null ? null : new Date(time).toISOString().slice(0, 16))

describe('a cron expression', () => {
  it.each(['* * * *', 'TZ=Nowhere/Else 0 6 * * *', 'TZ=Europe/Berlin', 'TZ= 0 6 * * *', '0 0 30 2 *'])(
    'is rejected as %s',
    (text) => expect(cronProblem(text)).not.toBeNull(),
  )

  it.each([
    ['0 6 * * *', '2026-07-01T00:00Z', '2026-07-01T06:00'],
    ['TZ=Europe/Berlin 0 6 * * *', '2026-07-01T00:00Z', '2026-07-01T04:00'],
    ['CRON_TZ=Asia/Kolkata  0 6 * * *', '2026-07-01T00:00Z', '2026-07-01T00:30'],
    // 02:30 does not exist on the day when clocks go forward.
    ['TZ=Europe/Berlin 30 2 * * *', '2027-03-27T12:00Z', '2027-03-28T01:00'],
    ['TZ=Europe/Berlin 30 2 * * *', '2027-03-28T01:00Z', '2027-03-29T00:30'],
    // It occurs twice on the day when they go back.
    ['TZ=Europe/Berlin 30 2 * * *', '2026-10-24T12:00Z', '2026-10-25T00:30'],
    ['TZ=Europe/Berlin 30 2 * * *', '2026-10-25T00:30Z', '2026-10-26T01:30'],
    // Every half hour stays every half hour.
    ['TZ=Europe/Berlin */30 * * * *', '2026-10-25T00:30Z', '2026-10-25T01:00'],
  ])('%s after %s next matches at %s', (cron, from, expected) => {
    expect(cronProblem(cron)).toBeNull()
    expect(shown(firstDue({ frequency: 5, cron }, at(from)))).toBe(expected)
  })

  it('counts missed runs across a clock change as often as it matched', () => {
    const timetable = { frequency: 5, cron: 'TZ=Europe/Berlin 30 2 * * *' }
    const { next, missed } = nextDue(timetable, at('2027-03-27T01:30Z'), at('2027-03-29T12:00Z'))
    expect([shown(next), missed]).toEqual(['2027-03-30T00:30', 2])
  })
})

describe('a clock that is set back', () => {
  const now = at('2026-11-21T12:00Z')
  const hourly = { frequency: 60, cron: null }
  const daily = { frequency: 5, cron: '0 6 * * *' }

  it.each([
    [hourly, '2026-11-21T13:00Z', null],
    [hourly, '2026-11-21T13:04Z', null],
    [hourly, '2026-11-21T15:00Z', '2026-11-21T13:00'],
    [daily, '2026-11-22T06:00Z', null],
    [daily, '2026-12-22T06:00Z', '2026-11-22T06:00'],
  ])('delays no task beyond its schedule: %j due at %s', (timetable, due, expected) => {
    expect(shown(dueAfterSetback(timetable, at(due), now))).toBe(expected)
  })
})
