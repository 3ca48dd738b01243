import { expect, test } from 'vitest'
import { atRiskInField, droppedField, droppedTable } from './data-at-risk.ts'
import { readField, readTable } from './schema-queries.ts'

const text = readField({ name: 'note', type: 'string', length: 80, allow_null: true })

test.each([
  [{ length: 40 }, 'note: texts longer than 40 are cut or stop the change.'],
  [{ type: 'integer', length: null }, 'note becomes integer: values that do not fit are lost or stop the change.'],
  [{ allow_null: false }, 'note: rows without a value stop the change.'],
  [{ is_unique: true }, 'note: rows with the same value stop the change.'],
])('warns about %o', (change, sentence) => {
  expect(atRiskInField(text, { ...text, ...change })).toEqual([sentence])
})

test.each([
  [{ length: 200 }],
  [{ type: 'text', length: null }],
  [{ label: 'Note' }],
  [{ allow_null: false, default: '' }],
])('reports no loss for %o', (change) => {
  expect(atRiskInField(text, { ...text, ...change })).toEqual([])
})

test('names what is lost when something is dropped', () => {
  const table = readTable({
    name: 'contact',
    related: [
      { name: 'a', type: 'has_many', ref_table: 'note' },
      { name: 'b', type: 'belongs_to', ref_table: 'firm' },
    ],
  })
  expect(droppedTable(table, 'contact')).toMatch(/All rows of contact are lost.*These tables refer to it: note\.$/)
  expect(droppedTable(readTable({ name: 'v', is_view: true }), 'v')).toMatch(/^v is a view/)
  expect(droppedField('contact', text)).toMatch(/^All values of note in contact are lost/)
  expect(droppedField('contact', { ...text, is_virtual: true })).toMatch(/^Nothing stored is lost/)
})
