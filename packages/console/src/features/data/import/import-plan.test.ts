import { parseExact } from '@millwright/contract/wire/exact-json'
import { describe, expect, test } from 'vitest'
import { describeTable } from '../table-description.ts'
import { guessMapping, type ImportPlan, plannedRow, planProblem } from './import-plan.ts'

const table = describeTable(
  'people',
  {
    primary_key: ['id'],
    field: [
      { name: 'id', type: 'id', allow_null: false, auto_increment: true },
      { name: 'first_name', label: 'First Name', type: 'string', length: 5, required: true, allow_null: false },
      { name: 'age', type: 'integer', allow_null: true },
      { name: 'seen', type: 'timestamp_on_update', allow_null: true },
    ],
  },
  [],
)
const plan: ImportPlan = { table, mapping: ['id', 'first_name', 'age'], mode: 'create', empty: 'null' }
const row = (...values: unknown[]) => ({ number: 1, values })

test('columns find their fields by name or label, each field once, and never one that the instance sets', () => {
  expect(guessMapping(['FIRST NAME', 'first_name', 'Age', 'seen', 'other'], table)).toEqual([
    null,
    'first_name',
    'age',
    null,
    null,
  ])
  expect(guessMapping(['First-name', 'id'], table)).toEqual(['first_name', 'id'])
})

describe('an import is refused', () => {
  test.each([
    [{ mapping: [null, null] }, 'Choose a field for at least one column.'],
    [{ mapping: ['id', null, 'age'] }, 'First Name is required: map a column to it.'],
    [{ mapping: ['age', 'age'] }, 'Two columns go to age. Choose another field for one of them.'],
    [{ mode: 'update', mapping: ['age'] }, 'To update records, a column has to go to their key, id.'],
    [{ mode: 'update', mapping: ['id'] }, 'Choose a field besides the key.'],
  ] as const)('with %j', (change, problem) => {
    expect(planProblem({ ...plan, ...change })).toBe(problem)
  })
})

describe('a row is refused', () => {
  test('with everything that is wrong with it, by field', () => {
    expect(plannedRow(row('x', 'too long', 'old'), plan)).toEqual({
      number: 1,
      message:
        'id: This is not a whole number. First Name: Too long: 8 of at most 5 characters. age: This is not a whole number.',
    })
  })

  test('without what is needed', () => {
    expect(plannedRow(row('1', ''), plan)).toEqual({ number: 1, message: 'First Name is missing.' })
    expect(plannedRow(row(null, 'Ada'), { ...plan, mode: 'update' })).toEqual({ number: 1, message: 'id is missing.' })
  })

  test('with more cells than columns', () => {
    expect(plannedRow(row('1', 'Ada', '2', 'more'), plan)).toHaveProperty('message')
  })
})

test('a row becomes a record with all its digits', () => {
  expect(plannedRow(row('', 'Ada', '9223372036854775807'), plan)).toEqual({
    number: 1,
    record: { first_name: 'Ada', age: parseExact('9223372036854775807') },
  })
  expect(plannedRow(row(7, 'Ada', null), plan)).toEqual({ number: 1, record: { id: 7, first_name: 'Ada', age: null } })
})

test('an empty cell is what was chosen', () => {
  const optional = { ...plan, mapping: ['first_name', 'age'] }
  expect(plannedRow(row('Ada', ''), optional)).toEqual({ number: 1, record: { first_name: 'Ada', age: null } })
  expect(plannedRow(row('Ada', ''), { ...optional, empty: 'left-out' })).toEqual({
    number: 1,
    record: { first_name: 'Ada' },
  })
  expect(plannedRow(row('', '1'), { ...optional, empty: 'text' })).toEqual({
    number: 1,
    record: { first_name: '', age: 1 },
  })
})
