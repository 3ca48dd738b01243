import { secretMask } from '@millwright/contract/records/lookup'
import type { ConfigSchemaEntry } from '@millwright/contract/wire/services'
import { expect, test } from 'vitest'
import { type ConfigField, configFields } from './config-field.ts'
import { fieldError, firstValue, formValue, newRow, wireValue } from './config-value.ts'

function field(type: string, entry: Partial<ConfigSchemaEntry> = {}): ConfigField {
  const [made] = configFields({ config_schema: [{ name: 'x', label: 'It', type, ...entry }] })
  if (!made) throw new Error('There is no such field.')
  return made
}

const row: readonly ConfigSchemaEntry[] = [
  { name: 'name', type: 'string', required: true },
  { name: 'on', type: 'boolean', default: true },
  { name: 'verbs', type: 'verb_mask' },
]

test.each([
  ['string', {}, 'text', 'text'],
  ['string', {}, null, null],
  ['string', {}, 7, '7'],
  ['password', {}, secretMask, secretMask],
  ['integer', {}, 25, 25],
  ['integer', {}, '587', 587],
  ['integer', {}, null, null],
  ['integer', {}, '{port}', '{port}'],
  ['integer', {}, false, null],
  ['boolean', {}, 1, true],
  ['boolean', {}, null, false],
  ['picklist', { values: [{ name: 3 }] }, 3, 3],
  ['multi_picklist', {}, ['a', 'b'], ['a', 'b']],
  ['multi_picklist', {}, 'a, b', ['a', 'b']],
  ['array', { items: 'string' }, ['a', '', 'b'], ['a', 'b']],
  ['array', { items: 'string' }, null, []],
  ['array', { items: row }, [{ id: 4, name: 'n', on: 0, verbs: 3 }], [{ id: 4, name: 'n', on: false, verbs: 3 }]],
  ['object', {}, { a: 'x', deep: { b: [1] }, n: 5 }, { a: 'x', deep: { b: [1] }, n: 5 }],
  ['object', {}, [], {}],
  ['object', {}, [{ key: 'a', value: 'x' }], { a: 'x' }],
  ['hologram', {}, { any: ['thing', null] }, { any: ['thing', null] }],
  ['hologram', {}, null, null],
])('%s %j: sends the stored value %j as %j', (type, entry, stored, sent) => {
  const made = field(type, entry)
  const held = formValue(made, stored)
  expect(fieldError(made, held)).toBeNull()
  expect(wireValue(made, held)).toEqual(sent)
})

test('starts a new service with the defaults, including switches that are off', () => {
  expect(firstValue(field('integer', { default: 1000 }))).toBe('1000')
  expect(firstValue(field('boolean', { default: false }))).toBe(false)
  expect(firstValue(field('boolean', { default: true }))).toBe(true)
  expect(firstValue(field('string'))).toBe('')
})

test('starts a new row with its defaults and every verb', () => {
  const table = field('array', { items: row })
  if (table.kind !== 'rows') throw new Error('This is no table.')
  const first = newRow(table.columns, [])
  expect(first.cells).toEqual({ name: '', on: true, verbs: 31 })
  expect(newRow(table.columns, [first]).key).not.toBe(first.key)
  const verbs = { name: 'verbs', type: 'verb_mask', default: 0 }
  const unset = field('array', { items: [verbs] })
  if (unset.kind === 'rows') expect(newRow(unset.columns, []).cells).toEqual({ verbs: 31 })
})

test.each([
  ['string', { required: true }, '  ', 'It is required.'],
  ['string', { length: 3 }, 'four', 'It can have at most 3 characters.'],
  ['integer', {}, 'many', 'It must be a number.'],
  ['integer', {}, '1.5', 'It must be a whole number.'],
  ['picklist', { required: true }, null, 'It is required.'],
  ['array', { items: 'string', required: true }, [''], 'It is required.'],
  ['array', { items: row }, [{ key: 0, cells: { name: '' }, rest: {} }], 'Row 1: Name is required.'],
  ['object', {}, [{ key: 0, name: '', value: 'x' }], 'Name is required for every value.'],
  [
    'object',
    {},
    [
      { key: 0, name: 'a', value: '' },
      { key: 1, name: 'a', value: '' },
    ],
    '“a” is set twice.',
  ],
  ['hologram', {}, '{', 'Not valid JSON.'],
])('%s %j with %j: %s', (type, entry, held, complaint) => {
  expect(fieldError(field(type, entry), held)).toBe(complaint)
})
