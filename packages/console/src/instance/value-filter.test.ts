import { expect, test } from 'vitest'
import { equals, isOneOf } from './value-filter.ts'

test('compares a relation by the type of its value', () => {
  expect(equals('owner_id', 7)).toBe('owner_id = 7')
  expect(equals('code', 'A"1')).toBe('code = "A\\"1"')
})

test('matches any of several values, or of several value tuples', () => {
  expect(isOneOf(['id'], [[1], [2]])).toBe('id in (1,2)')
  expect(isOneOf(['odd name'], [['a"']])).toBe('"odd name" in ("a\\"")')
  expect(
    isOneOf(
      ['a', 'b'],
      [
        [1, 'x'],
        [2, true],
      ],
    ),
  ).toBe('((a = 1) AND (b = "x")) OR ((a = 2) AND (b = 1))')
})
