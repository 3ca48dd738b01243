import type { FieldSchema } from '@millwright/contract/wire/table-schema'
import { expect, test } from 'vitest'
import { fromFieldForm, toFieldForm, typeOfReference } from './field-draft.ts'
import { checkField, type FieldForm, openProperties, typeOptions } from './field-form.ts'
import { readField } from './schema-queries.ts'

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
])('reports %o at the field %s', (members, at, sentence) => {
  expect(checkField(form(members), true, ['id', 'name'])?.fields[at]).toBe(sentence)
})

test('reports where the JSON of a validation is invalid', () => {
  expect(checkField(form({ validation: '{"a":' }), true, [])?.fields.validation).toMatch(/^This is not valid JSON: /)
})

test("does not count a field's own name as a duplicate", () => {
  expect(checkField(form({ name: 'name' }), false, ['name'])).toBeNull()
})

test('sends untouched properties back unchanged, including unknown ones', () => {
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
])('accepts %o, as some servers send it, and sends it back unchanged', (members) => {
  const stored = field(members)
  const shown = toFieldForm(stored)
  expect(checkField(shown, false, [])).toBeNull()
  expect(fromFieldForm({ ...shown, alias: 'cost' }, stored)).toEqual({ ...stored, alias: 'cost' })
})

test('always sends whether nulls are allowed, since servers treat a missing value as no', () => {
  expect(fromFieldForm(form({ allow_null: true }), null).allow_null).toBe(true)
})

test('carries over to another type only what that type supports', () => {
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
])('sends a default of %s entered as %s with its proper type', (type, text, computed, sent) => {
  expect(fromFieldForm(form({ type, default: text, computed }), null).default).toEqual(sent)
})

test('treats a reference as a foreign key, and drops its target when it is no longer one', () => {
  const made = fromFieldForm(form({ type: 'reference', ref_table: 'contact', ref_field: 'id' }), null)
  expect(made).toMatchObject({ is_foreign_key: true, ref_table: 'contact', ref_field: 'id' })
  const freed = fromFieldForm({ ...toFieldForm(made), type: 'integer', is_foreign_key: false }, made)
  expect(freed).toMatchObject({ is_foreign_key: false, ref_table: null, ref_field: null })
})

test('offers an unlisted type if the field already has it', () => {
  expect(typeOptions(false, 'uuid').map(({ value }) => value)).toContain('uuid')
  expect(typeOptions(false, 'string')).toHaveLength(20)
  expect(typeOptions(true, 'integer').map(({ value }) => value)).not.toContain('manual')
})

test('enables the properties that the type supports', () => {
  expect(openProperties(form({ type: 'decimal' }))).toMatchObject({ precision: true, length: false, picklist: false })
  expect(openProperties(form({ type: 'string' }))).toMatchObject({ length: true, fixed_length: true, picklist: true })
  expect(openProperties(form({ type: 'reference', ref_table: 't' }))).toMatchObject({
    ref_table: true,
    ref_field: true,
  })
})

test('a reference takes the type of the field that it refers to, without what generates keys', () => {
  const target = field({ name: 'code', type: 'string', length: 12 })
  expect(typeOfReference(target)).toMatchObject({ type: 'string', length: '12' })
  expect(typeOfReference({ ...target, type: 'id', db_type: 'integer', length: null })).toMatchObject({
    type: 'integer',
  })
  expect(typeOfReference({ ...target, type: 'id', db_type: 'bigint(20)' })).toEqual({
    type: 'bigint',
    length: '',
    precision: '',
    scale: '',
  })
})
