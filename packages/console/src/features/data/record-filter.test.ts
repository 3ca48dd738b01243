import { describe, expect, test } from 'vitest'
import { conditionProblem, recordFilter, recordOrder, searchFilter } from './record-filter.ts'
import { describeTable } from './table-description.ts'

const field = (name: string, type: string) => ({ name, type })
const table = describeTable(
  'people',
  {
    primary_key: ['id'],
    field: [
      field('id', 'id'),
      field('name', 'string'),
      field('active', 'boolean'),
      field('born', 'date'),
      field('size', 'decimal'),
    ],
  },
  [],
)

test.each([
  [{ field: 'name', operator: 'contains', value: 'abc' }, 'name like "%abc%"'],
  [{ field: 'name', operator: 'contains', value: 'say "hi"' }, 'name like "%say \\"hi\\"%"'],
  [{ field: 'active', operator: 'is', value: 'TRUE' }, 'active = 1'],
  [{ field: 'id', operator: '<', value: '5' }, 'id < 5'],
  [{ field: 'born', operator: '>', value: '2020-01-01' }, 'born > "2020-01-01"'],
  [{ field: 'active', operator: '!=', value: 'TRUE' }, '(active != 1) OR (active is null)'],
  [{ field: 'name', operator: '!=', value: 'x" OR 1=1' }, '(name != "x\\" OR 1=1") OR (name is null)'],
  [{ field: 'size', operator: 'null', value: '' }, 'size is null'],
  [{ field: 'name', operator: 'starts with', value: 'a' }, 'name like "a%"'],
  [{ field: 'name', operator: 'ends with', value: 'a' }, 'name like "%a"'],
  [{ field: 'born', operator: '<=', value: '2020-01-01' }, 'born <= "2020-01-01"'],
  [{ field: 'name', operator: 'in', value: 'a, "b",' }, 'name in ("a","\\"b\\"")'],
  [{ field: 'id', operator: 'not in', value: '1, 2' }, '(id not in (1,2)) OR (id is null)'],
] as const)('requests %j', (condition, filter) => {
  expect(recordFilter(table, [condition])).toBe(filter)
})

test('several conditions are combined with AND, each in parentheses', () => {
  const conditions = [
    { field: 'id', operator: '>', value: '1' },
    { field: 'active', operator: 'is', value: 'FALSE' },
  ] as const
  expect(recordFilter(table, conditions)).toBe('(id > 1) AND (active = 0)')
})

test('a text is searched in all text fields and, if it is a number, among the keys', () => {
  expect(searchFilter(table, ' ')).toBeNull()
  expect(searchFilter(table, ' a") OR (1=1 ')).toBe('name like "%a\\") OR (1=1%"')
  expect(searchFilter(table, '12')).toBe('(id = 12) OR (name like "%12%")')
})

test('fields that the table does not have are not requested', () => {
  expect(recordFilter(table, [{ field: 'gone', operator: '=', value: '1' }])).toBeNull()
})

describe('a condition', () => {
  test.each([
    ['id', '<', '', 'Enter a value to filter by.'],
    ['id', '<', '1 or 1=1', 'Enter a number.'],
    ['id', 'in', '1, 2)', 'Enter a number.'],
    ['id', 'not in', ' , ', 'Enter a value to filter by.'],
    ['active', 'is', 'perhaps', 'This is neither TRUE nor FALSE.'],
  ] as const)('of %s %s %j is rejected', (name, operator, value, problem) => {
    expect(conditionProblem(field(name, name === 'id' ? 'id' : 'boolean'), { field: name, operator, value })).toBe(
      problem,
    )
  })
})

test('rows have a total order', () => {
  expect(recordOrder(table, null)).toBe('id ASC')
  expect(recordOrder(table, { field: 'name', descending: true })).toBe('name DESC,id DESC')
  expect(recordOrder(table, { field: 'id', descending: true })).toBe('id DESC')
  expect(recordOrder(describeTable('x', null, [{ a: 1 }]), null)).toBeNull()
})
