import { describe, expect, test } from 'vitest'
import { readOnlyReason } from './field-kind.ts'
import { printValue, readValue, showValue } from './field-values.ts'

const field = (type: string, more: object = {}) => ({ name: 'f', type, allow_null: true, ...more })

describe('rejects', () => {
  test.each([
    ['integer', '1.5', 'This is not a whole number.'],
    ['integer', '12abc', 'This is not a whole number.'],
    ['decimal', '1,5', 'This is not a number.'],
    ['decimal', '.', 'This is not a number.'],
    ['boolean', 'maybe', 'This is neither TRUE nor FALSE.'],
    ['json', '{a:1}', 'Not valid JSON.'],
  ])('in %s %j', (type, text, problem) => {
    expect(readValue(field(type), text)).toEqual({ problem })
  })

  test('an empty value for a required field', () => {
    expect(readValue(field('integer', { allow_null: false }), ' ')).toEqual({ problem: 'A value is required.' })
  })

  test('a value that is not on a restricted list', () => {
    const status = field('string', { picklist: ['new', 'done'], validation: { picklist: [] } })
    expect(readValue(status, 'old')).toEqual({ problem: 'Not one of the allowed values: new, done' })
    expect(readValue(status, 'done')).toEqual({ value: 'done' })
    expect(readValue(field('string', { picklist: ['new'] }), 'old')).toEqual({ value: 'old' })
    expect(readValue(field('string', { picklist: ['new'], is_enum: true }), 'old')).toHaveProperty('problem')
    const level = field('integer', { picklist: ['1', '2', '-3'], is_enum: true })
    expect(readValue(level, '4')).toEqual({ problem: 'Not one of the allowed values: 1, 2, -3' })
    expect(readValue(level, '+01')).toEqual({ value: 1 })
    const many = Array.from({ length: 100 }, (_, at) => `${at}`)
    expect(readValue(field('string', { picklist: many, is_enum: true }), 'old')).toEqual({
      problem: 'Not one of the allowed values: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, …',
    })
  })

  test('a text that is too long in characters', () => {
    expect(readValue(field('string', { length: 2 }), '🙂🙂')).toEqual({ value: '🙂🙂' })
    expect(readValue(field('string', { length: 2 }), 'abc')).toEqual({
      problem: 'Too long: 3 of at most 2 characters.',
    })
  })
})

test.each([
  ['integer', '9223372036854775807'],
  ['integer', '-42'],
  ['decimal', '12345678901234567890.123456789'],
  ['decimal', '0.1'],
  ['decimal', '12345678901234.56789'],
  ['decimal', 'NaN'],
  ['double', '-Infinity'],
  ['binary', ''],
  ['boolean', 'TRUE'],
  ['date', '2026-11-21 03:00:00+01:00'],
  ['string', ''],
  ['text', ' two\nlines '],
  ['json', '{"a": [1, null]}'],
  ['binary', 'AAEC'],
])('%s %j is formatted as it was parsed', (type, text) => {
  const reading = readValue(field(type), text)
  expect('value' in reading && printValue(field(type), reading.value)).toBe(text)
})

test.each([
  ['integer', '+007', 7],
  ['decimal', '.50', 0.5],
  ['decimal', '5.', 5],
  ['decimal', '-0', -0],
  ['boolean', 'no', false],
  ['integer', '', null],
])('%s parses %j as %j', (type, text, value) => {
  expect(readValue(field(type), text)).toEqual({ value })
})

test('a cell shows one line', () => {
  expect(showValue(field('text'), 'a\r\nb\nc')).toBe('a ↵ b ↵ c')
  expect(showValue(field('binary'), 'AAEC')).toBe('3 bytes')
  expect(showValue(field('text'), 'x'.repeat(500))).toHaveLength(301)
})

test('a field that the database computes is read-only, and says so', () => {
  expect(readOnlyReason({ name: 'total', type: 'decimal', is_generated: true })).toBe('Computed by the database.')
  expect(readOnlyReason({ name: 'total', type: 'decimal', is_generated: true, generated_as: 'price * 1.2' })).toBe(
    'Computed by the database: price * 1.2',
  )
  expect(readOnlyReason({ name: 'total', type: 'decimal' })).toBeNull()
})
