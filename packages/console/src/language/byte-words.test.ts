import { afterEach, expect, test } from 'vitest'
import { formatBytes } from './byte-words.ts'
import { setLanguage } from './language.ts'

afterEach(() => setLanguage('en'))

test('counts bytes in decimal units, with one decimal place', () => {
  expect([0, 1, 999, 1000, 1450, 123_456, 2e9, 1.5e12].map(formatBytes)).toEqual([
    '0 bytes',
    '1 byte',
    '999 bytes',
    '1 kB',
    '1.5 kB',
    '123.5 kB',
    '2 GB',
    '1.5 TB',
  ])
})

test('never shows a thousand of a unit that has a larger one', () => {
  expect([999_949, 999_950, 999_999_999, 5e15].map(formatBytes)).toEqual(['999.9 kB', '1 MB', '1 GB', '5,000 TB'])
})

test('is in the language of the page', () => {
  setLanguage('de')
  expect([1, 512, 1450, 5e15].map(formatBytes)).toEqual(['1\u00a0Byte', '512 Byte', '1,5 kB', '5.000 TB'])
})
