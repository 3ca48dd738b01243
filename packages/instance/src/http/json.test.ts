import { ExactNumber } from '@millwright/contract/wire/exact-json'
import { describe, expect, test } from 'vitest'
import { parseJson } from './json.ts'

describe('rejects with 400', () => {
  test.each(['{"a":1', '{a:1}', "{'a':1}", 'undefined', '{"a":1}}'])('%s', (text) => {
    expect(() => parseJson(text)).toThrow(/^The body is not valid JSON/)
  })
  test('too deep nesting for a recursive reader', () => {
    expect(() => parseJson('['.repeat(1_000_000))).toThrow('The body is nested deeper than 100 levels.')
    expect(() => parseJson(`${'{"a":'.repeat(101)}1${'}'.repeat(101)}`)).toThrow(/deeper/)
  })
  test('null characters in values and keys', () => {
    expect(() => parseJson('{"a":["x\\u0000"]}')).toThrow(/null characters/)
    expect(() => parseJson('{"\\u0000":1}')).toThrow(/null characters/)
  })
  test('lone surrogates in values and keys', () => {
    expect(() => parseJson('{"a":["x\\ud83d"]}')).toThrow(/unpaired surrogates/)
    expect(() => parseJson('{"\\uDE00\\uD83D":1}')).toThrow(/unpaired surrogates/)
  })
})

test('parses valid JSON', () => {
  expect(parseJson('{"a":"\\ud83d\\ude00"}')).toEqual({ a: '😀' })
  expect(parseJson('{"a":[1,null,"é"]}')).toEqual({ a: [1, null, 'é'] })
  expect(parseJson('{"a":"written \\\\u0000"}')).toEqual({ a: 'written \\u0000' })
  const brackets = JSON.stringify({ text: '[{"'.repeat(500) })
  expect(parseJson(brackets)).toEqual({ text: '[{"'.repeat(500) })
})
test.each(['__proto__', '\\u005f_proto__', '__p\\u0072oto__'])('drops the key %s', (key) => {
  const value = parseJson(`{"${key}":{"admin":true},"a":1}`)
  expect(value).toEqual({ a: 1 })
  expect(Object.keys(value ?? {})).toEqual(['a'])
})

test('keeps numbers that would lose digits', () => {
  const sent = '{"__proto__":1,"id":9007199254740993,"price":1234567890.123456789,"qty":5}'
  const kept = { id: new ExactNumber('9007199254740993'), price: new ExactNumber('1234567890.123456789'), qty: 5 }
  expect(parseJson(sent)).toEqual(kept)
  expect(JSON.stringify(parseJson(sent))).toBe(sent.replace('"__proto__":1,', ''))
})
