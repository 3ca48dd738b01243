import { afterEach, expect, test } from 'vitest'
import { durationWords } from './duration-words.ts'
import { setLanguage } from './language.ts'

afterEach(() => setLanguage('en'))

test('has the digits that matter, and two units from a minute', () => {
  expect([0, 0.42, 12.4, 1310, 12_345, 125_000, 4_800_000].map(durationWords)).toEqual([
    '0 ms',
    '0.42 ms',
    '12 ms',
    '1.31 s',
    '12.3 s',
    '2 min 5 s',
    '1 h 20 min',
  ])
})

test('never shows as many of a unit as make up the next, or none of the second', () => {
  expect([9.97, 999.6, 59_960, 120_400, 3_599_600, 7_199_000, 86_400_000].map(durationWords)).toEqual([
    '10 ms',
    '1 s',
    '1 min',
    '2 min',
    '1 h',
    '2 h',
    '24 h',
  ])
})

test('has the numbers of the language', () => {
  setLanguage('de')
  expect(durationWords(1310)).toBe('1,31 s')
})
