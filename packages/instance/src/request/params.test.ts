import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { flag, itemsIn, joinItems, list, number, text } from './params.ts'

describe('number', () => {
  test.each(['ten', '1.5', '1e3', '--1'])('rejects %j with the name in the message', (value) => {
    expect(() => number({ limit: value }, 'limit')).toThrow("Parameter 'limit' must be a whole number.")
  })
  test('clamps numbers that are too large to be exact', () => {
    expect(number({ limit: '99999999999999999999' }, 'limit')).toBe(Number.MAX_SAFE_INTEGER)
    expect(number({ offset: '-99999999999999999999' }, 'offset')).toBe(Number.MIN_SAFE_INTEGER)
  })
  test('parses integers, including negative ones', () => {
    expect(number({ limit: ' 25 ' }, 'limit')).toBe(25)
    expect(number({ offset: '-1' }, 'offset')).toBe(-1)
  })
  test('is undefined if absent or empty', () => {
    expect(number({}, 'limit')).toBeUndefined()
    expect(number({ limit: '' }, 'limit')).toBeUndefined()
  })
})

describe('flag', () => {
  test.each(['true', '1', 'yes', 'on', 'y', 't', 'TRUE', ' Yes '])('%j is true', (value) => {
    expect(flag({ force: value }, 'force')).toBe(true)
  })
  test.each(['', '0', 'false', 'no', '2', 'ja'])('%j is false', (value) => {
    expect(flag({ force: value }, 'force')).toBe(false)
  })
  test('is false if absent', () => {
    expect(flag({}, 'force')).toBe(false)
  })
})

describe('list', () => {
  test.each([
    ['"x,y",z', ['x,y', 'z']],
    [' "a ""b"" c" , d ', ['a "b" c', 'd']],
    ['"", " x "', ['', ' x ']],
    ['5" pipe,6"', ['5" pipe', '6"']],
    ['"open,b', ['"open', 'b']],
    ['"a"b,c', ['"a"b', 'c']],
    [',,"x",,', ['x']],
  ])('takes items in double quotes as they are: %s', (sent, items) => {
    expect(list({ ids: sent }, 'ids')).toEqual(items)
  })
  test('parses what was joined', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', '"', ',', ' ') }), { minLength: 1 }), (items) => {
        expect(itemsIn(joinItems(items))).toEqual(items)
      }),
    )
  })
  test('splits at commas and drops blanks and empty items', () => {
    expect(list({ fields: ' id, name,,email ' }, 'fields')).toEqual(['id', 'name', 'email'])
  })
  test('distinguishes an absent list from an empty one', () => {
    expect(list({}, 'fields')).toBeUndefined()
    expect(list({ fields: '' }, 'fields')).toEqual([])
  })
})

test('the first name that is present takes precedence over its aliases', () => {
  expect(text({ sort: 'b', order: 'a' }, 'order', 'sort', 'order_by')).toBe('a')
  expect(text({ order_by: 'c' }, 'order', 'sort', 'order_by')).toBe('c')
})
