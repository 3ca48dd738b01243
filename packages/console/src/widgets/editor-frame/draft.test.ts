import { expect, test } from 'vitest'
import { changedFields, differences, firstChoice, merged, readable, sameValue } from './draft.ts'

interface Person extends Record<string, unknown> {
  email: string
  name: string
  phone: string
  keys: string[]
  hidden: number
}
const base: Person = { email: 'a@x', name: 'A', phone: '', keys: [], hidden: 1 }
const labels = { email: 'Email', name: 'Display Name', phone: 'Phone', keys: 'Lookup Keys' }

test('an untouched form has nothing unsaved', () => {
  expect(changedFields(base, { ...base, keys: [] }, labels)).toEqual([])
})

test('what has no label is not unsaved work', () => {
  expect(changedFields(base, { ...base, hidden: 2 }, labels)).toEqual([])
})

test('changed members are named in the order of the form', () => {
  expect(changedFields(base, { ...base, keys: ['k'], email: 'b@x' }, labels)).toEqual(['email', 'keys'])
})

test('a conflict names the fields that differ, and marks those that both changed', () => {
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

test('the choice decides field by field', () => {
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

test('of a long list people are told how long it is', () => {
  expect(readable(['a'])).toBe('["a"]')
  expect(readable(Array.from({ length: 300 }, () => 'a'))).toBe('300 entries')
})

test('values are shown as people read them', () => {
  expect([null, '', true, false, 4, 'x'].map(readable)).toEqual(['(empty)', '(empty)', 'Yes', 'No', '4', 'x'])
  expect(readable({ id: 3, label: 'Readers' })).toBe('Readers')
})

test('lists and objects are the same when everything in them is', () => {
  const rows = [{ a: 1, list: [{ b: null }] }]
  expect(sameValue(rows, [{ list: [{ b: null }], a: 1 }])).toBe(true)
  expect(sameValue(rows, [{ a: 1, list: [{ b: 2 }] }])).toBe(false)
  expect(sameValue(rows, [...rows, ...rows])).toBe(false)
  expect(sameValue([], {})).toBe(false)
})
