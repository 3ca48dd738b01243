import { afterEach, describe, expect, test } from 'vitest'
import { ExactNumber, exactNumber, parseExact, stringifyExact } from './exact-json.ts'

const engine: { rawJSON?: unknown; parse: unknown } = JSON
const { rawJSON } = engine

afterEach(() => {
  engine.rawJSON = rawJSON
})

describe.each(['with', 'without'])('%s JSON source text access in the engine', (kind) => {
  const prepare = () => {
    if (kind === 'without') delete engine.rawJSON
  }

  test.each([
    '{"a":12345678901234567890',
    '[01234567890123456789]',
    '1234567890123456-',
    '{1234567890123456789:1}',
    '',
  ])('rejects %s', (text) => {
    prepare()
    expect(() => parseExact(text)).toThrow(SyntaxError)
  })

  test.each([
    '[9223372036854775807,-9223372036854775808,18446744073709551615]',
    '{"amount":12345678901234567890.123456789,"tiny":1e-400,"huge":-1E+400,"subnormal":4.95e-324}',
    '{"deep":[{"id":9007199254740993,"text":"9007199254740993 and \\"1e400\\" \\\\"}]}',
    '9007199254740993',
    '{"9007199254740993":9007199254740993}',
  ])('writes %s as it was parsed', (text) => {
    prepare()
    expect(stringifyExact(parseExact(text))).toBe(text)
  })

  test('parses numbers that keep their digits as numbers', () => {
    prepare()
    expect(parseExact('[9007199254740991,0.1,1234.5000000000000000,0e999,1e300,12345678901234567000]')).toEqual([
      9007199254740991, 0.1, 1234.5, 0, 1e300, 12345678901234567000,
    ])
  })

  test('leaves texts that look like long numbers unchanged', () => {
    prepare()
    const text = '["9007199254740993","\\u0039007199254740993","uuid:1e400"]'
    expect(parseExact(text)).toEqual(['9007199254740993', '9007199254740993', 'uuid:1e400'])
  })
})

test.each(['', '1.', '.5', '0x1F', '1 ', 'NaN', '"1"', '01', '--1'])('rejects %j as an exact number', (text) => {
  expect(() => new ExactNumber(text)).toThrow(RangeError)
  expect(() => exactNumber(text)).toThrow(RangeError)
})

test('writes an exact number with plain JSON.stringify', () => {
  expect(JSON.stringify({ id: exactNumber('9007199254740993') })).toBe('{"id":9007199254740993}')
})
