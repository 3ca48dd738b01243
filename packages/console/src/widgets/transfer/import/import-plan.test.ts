import { describe, expect, test } from 'vitest'
import { guessMapping, misfits, plannedRow, planProblem } from './import-plan.ts'
import type { ImportField, ImportPlan } from './import-target.ts'
import { problemText } from './problems.ts'
import { fieldReader } from './read-field.ts'

const optional = { hint: 'text', required: false, none: 'null', emptyIsNull: true } as const
const fields: readonly ImportField[] = [
  {
    ...optional,
    name: 'id',
    label: 'id',
    none: 'left-out',
    emptyIsNull: false,
    read: fieldReader({ type: 'integer', max: null }),
  },
  {
    ...optional,
    name: 'first_name',
    label: 'First Name',
    required: true,
    none: 'refused',
    emptyIsNull: false,
    read: fieldReader({ type: 'string', max: 5 }),
  },
  { ...optional, name: 'age', label: 'age', read: fieldReader({ type: 'integer', max: null }) },
  { ...optional, name: 'rank', label: 'Rank', updateOnly: true, read: fieldReader({ type: 'integer', max: null }) },
]
const target = { fields, key: ['id'] }
const plan: ImportPlan = { target, mapping: ['id', 'first_name', 'age'], mode: 'create', empty: 'null' }
const row = (...values: unknown[]) => ({ number: 1, values })
const words = (...given: Parameters<typeof plannedRow>) => {
  const planned = plannedRow(...given)
  return 'problems' in planned ? problemText(planned) : null
}

test('maps columns to fields by name or label, each field once, and never to one that the instance sets', () => {
  expect(guessMapping(['FIRST NAME', 'first_name', 'Age', 'seen', 'other'], target)).toEqual([
    null,
    'first_name',
    'age',
    null,
    null,
  ])
  expect(guessMapping(['First-name', 'id'], target)).toEqual(['first_name', 'id'])
})

test('maps the columns that are left by likeness, if one field alone has their words, and their values fit', () => {
  const named = (name: string) => ({ ...optional, name, label: name, read: fieldReader({ type: 'string', max: null }) })
  const like = { fields: [named('id'), named('name'), named('city'), named('phone'), named('zip_code')], key: ['id'] }
  const columns = ['Customer Name', 'Town / City', 'phoneNo', 'Zip', 'Customer ID', 'Remarks']
  expect(guessMapping(columns, like)).toEqual(['name', 'city', 'phone', 'zip_code', null, null])
  expect(guessMapping(['Company name', 'Contact name'], like)).toEqual([null, null])
  expect(guessMapping(['Name', 'Contact name'], like)).toEqual(['name', null])
  expect(guessMapping(['Town / City'], like, () => false)).toEqual([null])
})

describe('an import is rejected', () => {
  test.each([
    [{ mapping: [null, null] }, 'Choose a field for at least one column.'],
    [{ mapping: ['id', null, 'age'] }, 'First Name is required: map a column to it.'],
    [{ mapping: ['age', 'age'] }, 'Two columns are mapped to age. Choose another field for one of them.'],
    [{ mode: 'update', mapping: ['age'] }, 'To update records, map a column to the key, id.'],
    [{ mode: 'update', mapping: ['id'] }, 'Choose a field besides the key.'],
  ] as const)('with %j', (change, problem) => {
    expect(planProblem({ ...plan, ...change })).toBe(problem)
  })
})

describe('a row is rejected', () => {
  test('with every invalid value, by field', () => {
    const planned = plannedRow(row('x', 'too long', 'old'), plan)
    expect('problems' in planned && planned.problems).toEqual([
      { label: 'id', message: 'This is not a whole number.', value: 'x' },
      { label: 'First Name', message: 'Too long: 8 of at most 5 characters.', value: 'too long' },
      { label: 'age', message: 'This is not a whole number.', value: 'old' },
    ])
  })

  test('without a required value', () => {
    expect(words(row('1', ''), plan)).toBe('First Name: A value is required.')
    expect(words(row(null, 'Ada'), { ...plan, mode: 'update' })).toBe('id: A value is required.')
  })

  test('with more cells than columns', () => {
    expect(plannedRow(row('1', 'Ada', '2', 'more'), plan)).toHaveProperty('problems')
  })
})

test('converts a row to a record', () => {
  expect(plannedRow(row('', 'Ada', '42'), plan)).toEqual({
    number: 1,
    record: { first_name: 'Ada', age: 42 },
  })
  expect(plannedRow(row(7, 'Ada', null), plan)).toEqual({ number: 1, record: { id: 7, first_name: 'Ada', age: null } })
})

test('reads numbers with a decimal comma in number fields alone', () => {
  const number = { ...optional, name: 'age', label: 'age', isNumber: true, read: (text: string) => ({ value: text }) }
  const text = { ...number, name: 'first_name', isNumber: false }
  const numbers = { ...plan, target: { fields: [number, text], key: [] }, mapping: ['age', 'first_name'] }
  const german = { ...numbers, decimalComma: true }
  expect(plannedRow(row('1.234,5', '1,5'), german)).toHaveProperty('record', { age: '1234.5', first_name: '1,5' })
  expect(plannedRow(row('1.234', 'x'), german)).toHaveProperty('problems')
  expect(plannedRow(row('1,5', 'x'), numbers)).toHaveProperty('record', { age: '1,5', first_name: 'x' })
})

test('treats an empty cell as chosen', () => {
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

test('does not send a key that only identifies records to update with new ones', () => {
  const ranked = { ...plan, mapping: ['id', 'first_name', 'rank'] }
  expect(plannedRow(row('1', 'Ada', '2'), ranked)).toHaveProperty('record', { id: 1, first_name: 'Ada' })
  expect(plannedRow(row('1', 'Ada', '2'), { ...ranked, mode: 'update' })).toHaveProperty('record.rank', 2)
})

test('reports a column whose first values do not fit its field before the check', () => {
  const sample = ['1', 'x', '', 'y'].map((value, at) => ({ number: at, values: [value] }))
  const file = { columns: ['age'], unit: 'line', sample, rows: async function* () {} } as const
  const [, name, age] = fields
  if (!name || !age) throw new Error('There are fewer fields.')
  expect(misfits(file, 0, age, 'null')).toEqual({ count: 2, of: 4, problem: 'This is not a whole number.' })
  expect(misfits(file, 0, name, 'null')).toBeNull()
})
