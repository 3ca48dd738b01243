import { expect, test } from 'vitest'
import { equals, isOneOf } from './value-filter.ts'

test('a relation compares by the type of the value', () => {
  expect(equals('owner_id', 7)).toBe('owner_id = 7')
  expect(equals('code', 'A"1')).toBe('code = "A\\"1"')
})

test('any of several values, or of several sets of them', () => {
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
