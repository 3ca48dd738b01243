import { expect, test } from 'vitest'
import type { KnownUse } from './access-usage.ts'
import { choices, conditionOf, isTruncated, lastUseParams, matchesUse } from './use-filter.ts'

const now = Date.UTC(2026, 10, 23)
const at = (days: number) => new Date(now - days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ')
const known = (last: readonly (string | null)[]): KnownUse => ({
  byId: new Map(last.map((last_used_at, index) => [index + 1, { last_used_at }])),
})

test('treats what was never used as unused for any period, and what was used a day less ago as used', () => {
  expect(matchesUse('never', { last_used_at: at(900) }, now)).toBe(false)
  expect(matchesUse('90', { last_used_at: at(89) }, now)).toBe(false)
  expect(matchesUse('90', { last_used_at: at(91) }, now)).toBe(true)
  expect([matchesUse('90', { last_used_at: null }, now), matchesUse('never', undefined, now)]).toEqual([true, true])
})

test('matches nothing for members that a server does not support', () => {
  expect(matchesUse('tried', {}, now)).toBe(false)
  expect(matchesUse('unreferenced', undefined, now)).toBe(false)
})

test('sends parameters to servers that filter by use', () => {
  expect(Object.keys(choices).map((choice) => lastUseParams(choice))).toEqual([
    ...['30', '90', '180'].map((stale_days) => ({ usage: 'unused', stale_days })),
    { usage: 'never' },
    { usage: 'attempted' },
    { usage: 'unreferenced' },
  ])
})

test('filters by ids, by the complement of ids, or with a constant when one of the two is empty', () => {
  expect(conditionOf('never', known([at(1), null]), now)).toBe('(id in (2))')
  expect(conditionOf('never', known([at(1)]), now)).toBe('(id = 0)')
  const unused = Array.from({ length: 600 }, () => null)
  expect(conditionOf('never', known(unused), now)).toBe('(id > 0)')
  expect(conditionOf('never', known([...unused, at(1)]), now)).toBe('(id not in (601))')
})

test('finds the longest unused when both lists are too long, and reports it', () => {
  const many = known([
    ...Array.from({ length: 600 }, (_none, index) => at(1000 - index)),
    ...Array.from({ length: 600 }, () => at(1)),
  ])
  expect(conditionOf('180', many, now).split(',')).toHaveLength(500)
  expect(conditionOf('180', many, now)).toMatch(/^\(id in \(1,2,3,/)
  expect(isTruncated('180', many, now)).toBe(true)
})
