import { ExactNumber } from '@millwright/contract/wire/exact-json'
import { describe, expect, test } from 'vitest'
import { parseJson } from './json.ts'

const read = (text: string) => parseJson(text, 1000)

describe('rejects with 400', () => {
  test.each(['{"a":1', '{a:1}', "{'a':1}", 'undefined', '{"a":1}}'])('%s', (text) => {
    expect(() => read(text)).toThrow(/^The body is not valid JSON/)
  })
  test('too deep nesting for a recursive reader', () => {
    expect(() => read('['.repeat(1_000_000))).toThrow('The body is nested deeper than 100 levels.')
    expect(() => read(`${'{"a":'.repeat(101)}1${'}'.repeat(101)}`)).toThrow(/deeper/)
  })
  test('null characters in values and keys', () => {
    expect(() => read('{"a":["x\\u0000"]}')).toThrow(/null characters/)
    expect(() => read('{"\\u0000":1}')).toThrow(/null characters/)
  })
  test('lone surrogates in values and keys', () => {
    expect(() => read('{"a":["x\\ud83d"]}')).toThrow(/unpaired surrogates/)
    expect(() => read('{"\\uDE00\\uD83D":1}')).toThrow(/unpaired surrogates/)
  })
})

test('rejects a body with too many values with 413, without parsing it', () => {
  for (const text of [`[${'1,'.repeat(1000)}`, `[${'{},'.repeat(500)}1]`, `{"a":[${'[],'.repeat(600)}[]]}`]) {
    expect(() => read(text)).toThrow('The body contains more than 1000 values (MILLWRIGHT_MAX_VALUES).')
  }
  expect(read(JSON.stringify(['[,'.repeat(2000)]))).toEqual(['[,'.repeat(2000)])
})

test('parses valid JSON', () => {
  expect(read('{"a":"\\ud83d\\ude00"}')).toEqual({ a: '😀' })
  expect(read('{"a":[1,null,"é"]}')).toEqual({ a: [1, null, 'é'] })
  expect(read('{"a":"written \\\\u0000"}')).toEqual({ a: 'written \\u0000' })
  const brackets = JSON.stringify({ text: '[{"'.repeat(500) })
  expect(read(brackets)).toEqual({ text: '[{"'.repeat(500) })
})
test.each(['__proto__', '\\u005f_proto__', '__p\\u0072oto__'])('drops the key %s', (key) => {
  const value = read(`{"${key}":{"admin":true},"a":1}`)
  expect(value).toEqual({ a: 1 })
  expect(Object.keys(value ?? {})).toEqual(['a'])
})

test('keeps numbers that would lose digits', () => {
  const sent = '{"__proto__":1,"id":9007199254740993,"price":1234567890.123456789,"qty":5}'
  const kept = { id: new ExactNumber('9007199254740993'), price: new ExactNumber('1234567890.123456789'), qty: 5 }
  expect(read(sent)).toEqual(kept)
  expect(JSON.stringify(read(sent))).toBe(sent.replace('"__proto__":1,', ''))
})
