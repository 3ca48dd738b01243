import { expect, test } from 'vitest'
import { changedFields, differences, displayValue, firstChoice, merged, sameValue } from './draft.ts'

interface Person extends Record<string, unknown> {
  email: string
  name: string
  phone: string
  keys: string[]
  hidden: number
}
const base: Person = { email: 'a@x', name: 'A', phone: '', keys: [], hidden: 1 }
const labels = { email: 'Email', name: 'Display Name', phone: 'Phone', keys: 'Lookup Keys' }

test('reports nothing unsaved in an untouched form', () => {
  expect(changedFields(base, { ...base, keys: [] }, labels)).toEqual([])
})

test('ignores members without a label', () => {
  expect(changedFields(base, { ...base, hidden: 2 }, labels)).toEqual([])
})

test('names changed members in the order of the form', () => {
  expect(changedFields(base, { ...base, keys: ['k'], email: 'b@x' }, labels)).toEqual(['email', 'keys'])
})

test('names the fields that differ in a conflict, and marks those that both changed', () => {
  const mine = { ...base, email: 'mine@x', phone: '1' }
  const theirs = { ...base, email: 'theirs@x', name: 'B' }
  const found = differences(base, mine, theirs, labels)
  expect(found.map(({ field, both }) => [field, both])).toEqual([
    ['email', true],
    ['name', false],
    ['phone', false],
  ])
  expect(found.map((one) => firstChoice(base, one))).toEqual(['mine', 'theirs', 'mine'])
})

test('merges field by field according to the choice', () => {
  const mine = { ...base, email: 'mine@x', phone: '1' }
  const theirs = { ...base, email: 'theirs@x', name: 'B' }
  expect(
    merged(
      mine,
      theirs,
      new Map([
        ['email', 'theirs'],
        ['name', 'theirs'],
        ['phone', 'mine'],
      ]),
    ),
  ).toEqual({
    ...base,
    email: 'theirs@x',
    name: 'B',
    phone: '1',
  })
})

test('shows only the length of a long list', () => {
  expect(displayValue(['a'])).toBe('["a"]')
  expect(displayValue(Array.from({ length: 300 }, () => 'a'))).toBe('300 entries')
})

test('displays values readably', () => {
  expect([null, '', true, false, 4, 'x'].map(displayValue)).toEqual(['(empty)', '(empty)', 'Yes', 'No', '4', 'x'])
  expect(displayValue({ id: 3, label: 'Readers' })).toBe('Readers')
})

test('compares lists and objects by content', () => {
  const rows = [{ a: 1, list: [{ b: null }] }]
  expect(sameValue(rows, [{ list: [{ b: null }], a: 1 }])).toBe(true)
  expect(sameValue(rows, [{ a: 1, list: [{ b: 2 }] }])).toBe(false)
  expect(sameValue(rows, [...rows, ...rows])).toBe(false)
  expect(sameValue([], {})).toBe(false)
})
