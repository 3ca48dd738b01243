import type { FieldSchema } from '@millwright/contract/wire/table-schema'
import { expect, test } from 'vitest'
import { checkField } from './check-field.ts'
import { fromFieldForm, toFieldForm } from './field-draft.ts'
import type { FieldForm } from './field-form.ts'
import { openProperties, typeOptions } from './field-types.ts'
import { readField } from './read-schema.ts'

const field = (members: object = {}): FieldSchema => readField({ name: 'price', type: 'decimal', ...members })
const form = (members: Partial<FieldForm> = {}): FieldForm => ({ ...toFieldForm(null), name: 'price', ...members })

test.each([
  [{ name: ' ' }, 'name', 'Name and type are required fields'],
  [{ type: '' }, 'type', 'Name and type are required fields'],
  [{ type: 'manual' }, 'db_type', 'Name and type are required fields'],
  [{ name: 'NAME' }, 'name', 'The field name already exists'],
  [{ length: '-1' }, 'length', 'Length must be a whole number, or empty.'],
  [{ type: 'decimal', precision: '3', scale: '4' }, 'scale', 'Scale cannot exceed precision.'],
  [{ type: 'reference' }, 'ref_table', 'Choose the referenced table.'],
  [{ validation: '[1]' }, 'validation', 'Validation is an object of rules.'],
  [{ is_virtual: true }, 'db_function', 'A virtual field needs a function that computes it.'],
])('%o is told at %s', (members, at, sentence) => {
  expect(checkField(form(members), true, ['id', 'name'])?.fields[at]).toBe(sentence)
})

test('JSON of a validation that is none says where', () => {
  expect(checkField(form({ validation: '{"a":' }), true, [])?.fields.validation).toMatch(/^This is not valid JSON: /)
})

test('a field that only has its own name is no duplicate', () => {
  expect(checkField(form({ name: 'name' }), false, ['name'])).toBeNull()
})

test('what was not touched goes back as it came, unknown members too', () => {
  const stored = field({
    precision: 10,
    scale: 2,
    db_type: 'decimal(10,2)',
    default: '0.00',
    picklist: ['1, 5', '2'],
    validation: { float: [] },
    db_function: [{ use: ['SELECT'], function: 'upper(x)', own: 1 }],
    colour: 'red',
  })
  const sent = fromFieldForm({ ...toFieldForm(stored), label: 'Price' }, stored)
  expect(sent).toEqual({ ...stored, label: 'Price' })
})

test.each([
  [{ validation: [] }],
  [{ validation: '{"email": {}}' }],
  [{ db_function: { type: 'integer', function: 'count(*)', aggregate: true } }],
  [{ default: { odd: 1 } }],
  [{ picklist: 'a,b' }],
])('%o, as some servers have it, neither breaks the form nor is changed by it', (members) => {
  const stored = field(members)
  const shown = toFieldForm(stored)
  expect(checkField(shown, false, [])).toBeNull()
  expect(fromFieldForm({ ...shown, alias: 'cost' }, stored)).toEqual({ ...stored, alias: 'cost' })
})

test('a write always says whether nulls are allowed, as servers take silence for no', () => {
  expect(fromFieldForm(form({ allow_null: true }), null).allow_null).toBe(true)
})

test('another type takes along only what it can have', () => {
  const stored = field({ type: 'string', length: 40, fixed_length: true })
  const sent = fromFieldForm({ ...toFieldForm(stored), type: 'boolean', default: 'yes' }, stored)
  expect(sent).toMatchObject({ type: 'boolean', length: null, fixed_length: false, db_type: null, default: true })
})

test.each([
  ['integer', '7', false, 7],
  ['integer', '9007199254740993', false, '9007199254740993'],
  ['decimal', '1.50', false, '1.50'],
  ['string', '7', false, '7'],
  ['boolean', 'false', false, false],
  ['timestamp', 'CURRENT_TIMESTAMP', true, { expression: 'CURRENT_TIMESTAMP' }],
  ['string', '', false, null],
])('a default of %s typed as %s travels as it is meant', (type, text, computed, sent) => {
  expect(fromFieldForm(form({ type, default: text, computed }), null).default).toEqual(sent)
})

test('a reference is a foreign key, and leads somewhere only as long as it is one', () => {
  const made = fromFieldForm(form({ type: 'reference', ref_table: 'contact', ref_field: 'id' }), null)
  expect(made).toMatchObject({ is_foreign_key: true, ref_table: 'contact', ref_field: 'id' })
  const freed = fromFieldForm({ ...toFieldForm(made), type: 'integer', is_foreign_key: false }, made)
  expect(freed).toMatchObject({ is_foreign_key: false, ref_table: null, ref_field: null })
})

test('a type that the list does not have is offered where a field has it', () => {
  expect(typeOptions(false, 'uuid').map(({ value }) => value)).toContain('uuid')
  expect(typeOptions(false, 'string')).toHaveLength(20)
  expect(typeOptions(true, 'integer').map(({ value }) => value)).not.toContain('manual')
})

test('properties are open as the type has them', () => {
  expect(openProperties(form({ type: 'decimal' }))).toMatchObject({ precision: true, length: false, picklist: false })
  expect(openProperties(form({ type: 'string' }))).toMatchObject({ length: true, fixed_length: true, picklist: true })
  expect(openProperties(form({ type: 'reference', ref_table: 't' }))).toMatchObject({
    ref_table: true,
    ref_field: true,
  })
})
