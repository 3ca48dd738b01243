import { ExactNumber } from '@millwright/contract/wire/exact-json'
import { describe, expect, it } from 'vitest'
import { fieldOf } from '../../../subjects/data/databases/suite/described.ts'
import { validate, validationOf } from './validate.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

function ask(validation: Record<string, unknown>, value: unknown, creating = true) {
  const compiled = validationOf(fieldOf('a', { validation, picklist: ['red', 'green', 'blue'] }))
  if (compiled === null) return 'no rules'
  const said = validate(compiled, value, creating)
  return typeof said === 'object' ? (said.message ?? said.says) : said
}

describe('a rule rejects', () => {
  it.each<[Record<string, unknown>, unknown, RegExp]>([
    [{ not_null: {} }, null, /null/],
    [{ not_empty: [] }, '', /empty/],
    [{ not_empty: null }, '0', /empty/],
    [{ not_empty: true }, [], /empty/],
    [{ not_zero: {} }, '0.0', /zero/],
    [{ email: {} }, 'ann', /email/],
    [{ email: {} }, 'ann@home', /email/],
    [{ email: {} }, `${'a'.repeat(400)}@b.org`, /email/],
    [{ url: {} }, 'nowhere', /URL/],
    [{ url: {} }, 'mailto:ann@b.org', /URL/],
    [{ url: { sections: ['path'] } }, 'https://b.example', /path/],
    [{ url: { sections: { query: true } } }, 'https://b.example/a', /query/],
    [{ int: {} }, '1.5', /whole/],
    [{ int: {} }, '0x1f', /whole/],
    [{ int: { range: { min: 1, max: 5 } } }, 6, /between 1 and 5/],
    [{ int: { range: { min: 1 } } }, 0, /at least 1/],
    [{ float: {} }, '1,5', /number/],
    [{ boolean: {} }, 'maybe', /true or false/],
    [{ match: {} }, 'x', /cannot be checked/],
    [{ match: { regexp: base64('^\\d+$') } }, 'x', /cannot be checked/],
    [{ match: { regexp: base64('/^\\d+$/') } }, '12a', /pattern/],
    [{ match: { regexp: base64('/^(a+)+\\1$/') } }, `${'a'.repeat(60)}b`, /pattern/],
    [{ picklist: {} }, 'pink', /one of: red, green, blue/],
    [{ multi_picklist: {} }, 'red,pink', /pink/],
    [{ multi_picklist: { min: 2 } }, 'red', /at least 2/],
    [{ multi_picklist: { max: 1, delimiter: ';' } }, 'red;blue', /at most 1/],
    [{ email: { on_fail: 'Whom shall we write to?' } }, 'ann', /^Whom shall we write to\?$/],
    [{ not_null: {}, email: {} }, null, /null/],
  ])('with %j the value %j', (validation, value, sentence) => {
    expect(ask(validation, value)).toMatch(sentence)
  })

  it('a change of a field that is set once', () => {
    expect(ask({ create_only: {} }, 5, false)).toMatch(/created/)
    expect(ask({ create_only: {} }, 5, true)).toBe(true)
  })

  it('nothing if it is set to ignore the field', () => {
    expect(ask({ email: { on_fail: 'ignore_field' } }, 'ann')).toBe('ignore')
  })
})

it.each<[Record<string, unknown>, unknown]>([
  [{ not_empty: {}, not_zero: {} }, null],
  [{ not_zero: {} }, 'zero'],
  [{ email: {} }, 'ann@b.example.org'],
  [{ email: {}, url: {}, int: {}, float: {}, boolean: {}, match: { regexp: base64('/x/') }, picklist: {} }, ''],
  [{ url: {} }, 'https://b.example'],
  [{ url: { sections: ['path', 'query'] } }, 'https://b.example/a?b=c'],
  [{ int: { formats: ['hex', 'octal'] } }, '0x1f'],
  [{ int: { formats: 'octal', range: { max: 15 } } }, '017'],
  [{ int: {} }, new ExactNumber('123456789012345678901')],
  [{ float: {} }, 0],
  [{ float: { decimal: ',' } }, '1,5'],
  [{ boolean: {} }, false],
  [{ match: { regexp: base64('/^[a-z]\\/\\d+$/i') } }, 'B/12'],
  [{ match: { regexp: base64('#^a b # remark\n$#x') } }, 'ab'],
  [{ match: { regexp: base64('{^(?=x)\\w+$}') } }, 'xyz'],
  [{ picklist: {} }, 'red'],
  [{ multi_picklist: {} }, 'red, blue'],
  [{ multi_picklist: {} }, ['red', 'blue']],
])('%j accepts %j', (validation, value) => {
  expect(ask(validation, value)).toBe(true)
})

it('a field without known rules has no validation', () => {
  expect(ask({}, 1)).toBe('no rules')
  expect(ask({ shiny: {} }, 1)).toBe('no rules')
  expect(validationOf(fieldOf('a', { validation: { api_read_only: {} } }))?.readOnly).toBe(true)
})
