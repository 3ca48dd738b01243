import { expect, test } from 'vitest'
import type { ImportPlan } from '../../widgets/transfer/import/import-target.ts'
import { storedQuestions } from './import-target.ts'
import { describeTable } from './table-description.ts'

const table = describeTable(
  'staff',
  {
    primary_key: ['id'],
    field: [
      { name: 'id', type: 'id' },
      { name: 'email', type: 'string', is_unique: true },
      { name: 'boss', type: 'reference', ref_table: 'staff', ref_field: 'id' },
      { name: 'office', alias: 'place', type: 'integer', is_foreign_key: true, ref_table: 'office', ref_field: 'code' },
      { name: 'since', type: 'date', is_unique: true },
    ],
  },
  [],
)
const all = ['id', 'email', 'boss', 'place', 'since']
const asked = (plan: Partial<ImportPlan>) =>
  storedQuestions({ service: 'db', table: 'staff' }, table, { mapping: all, mode: 'create', ...plan }).map(
    ({ wants, where, stored, ownRows }) => [wants, where, stored.join(), ownRows],
  )

test('new records require existing references and unique values, except for values with several spellings', () => {
  expect(asked({})).toEqual([
    ['new', 'staff', 'id', false],
    ['reference', 'staff', 'id', true],
    ['reference', 'office', 'code', false],
    ['new', 'staff', 'email', false],
  ])
})

test('changes require existing records; those in the file do not count as references for them', () => {
  expect(asked({ mode: 'update', mapping: ['id', 'boss'] })).toEqual([
    ['present', 'staff', 'id', false],
    ['reference', 'staff', 'id', false],
  ])
})

test('columns that are left out are not looked up', () => {
  expect(asked({ mapping: [null, 'since'] })).toEqual([])
})
