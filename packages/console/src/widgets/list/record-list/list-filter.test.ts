import { parseFilter } from '@millwright/contract/filter/parse'
import { expect, test } from 'vitest'
import { operators, operatorsFor } from '../../records/list-declaration/conditions.ts'
import type { ColumnKind } from '../../records/list-declaration/declaration.ts'
import { listFilter } from './list-filter.ts'

const kinds: Record<string, ColumnKind> = { email: 'text', id: 'number', is_active: 'boolean', created_date: 'date' }
const columnOf = (field: string) => {
  const kind = kinds[field]
  return kind === undefined ? null : { kind }
}
const people = ['first_name', 'email']

test('has no filter without search and conditions', () => {
  expect(listFilter({ text: '  ', searchFields: people, conditions: [], columnOf })).toBeNull()
})

test('omits a condition on a column that the list does not have', () => {
  const conditions = [{ field: 'password', operator: 'is', value: 'x' } as const]
  expect(listFilter({ text: '', searchFields: people, conditions, columnOf })).toBeNull()
})

test('ignores a number condition with text', () => {
  const conditions = [{ field: 'id', operator: 'is', value: 'seven' } as const]
  expect(listFilter({ text: '', searchFields: people, conditions, columnOf })).toBeNull()
})

test('sends a search alone as the expression that every server supports', () => {
  expect(listFilter({ text: 'ann', searchFields: people, conditions: [], columnOf })).toBe(
    '(first_name like "%ann%") or (email like "%ann%")',
  )
})

test('joins search and conditions with both sides in parentheses', () => {
  const conditions = [
    { field: 'is_active', operator: 'is', value: 'true' },
    { field: 'id', operator: 'more', value: '10' },
  ] as const
  expect(listFilter({ text: 'a"b', searchFields: people, conditions, columnOf })).toBe(
    '((first_name like "%a\\"b%") or (email like "%a\\"b%")) and (is_active = 1) and (id > 10)',
  )
})

test('creates only conditions that the filter grammar accepts', () => {
  for (const [field, kind] of Object.entries(kinds))
    for (const operator of operators.filter((one) => operatorsFor[kind].includes(one))) {
      const value = kind === 'number' ? '5' : kind === 'boolean' ? 'true' : 'it\'s "5%" \\ (x) and y'
      const filter = listFilter({ text: '', searchFields: [], conditions: [{ field, operator, value }], columnOf })
      expect(() => parseFilter(filter ?? '')).not.toThrow()
    }
})

test("uses the list's own condition for a choice", () => {
  const filter = listFilter({
    text: '',
    searchFields: [],
    conditions: [{ field: 'use', operator: 'is', value: 'never' }],
    columnOf: () => ({ kind: 'choice', condition: (value) => `(id in (${value.length}))` }),
  })
  expect(filter).toBe('(id in (5))')
})

test('compares a moment with what servers store, which is UTC', () => {
  const filter = (value: string) =>
    listFilter({
      text: '',
      searchFields: [],
      conditions: [{ field: 'created_date', operator: 'more', value }],
      columnOf,
    })
  expect(filter('2026-11-28T13:24:42+05:30')).toBe('(created_date > "2026-11-28 07:54:42")')
  expect(filter('2026-11-28')).toBe('(created_date > "2026-11-28")')
})
