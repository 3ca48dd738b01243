import type { DocumentedField, TableDocument } from '@millwright/contract/wire/schema-contract'
import { expect, test } from 'vitest'
import { compareDocuments, driftSummary } from './contract-drift.ts'

const field = (name: string, changes: Partial<DocumentedField> = {}): DocumentedField => ({
  name,
  alias: null,
  label: name,
  description: null,
  type: 'string',
  element_type: null,
  db_type: 'varchar',
  native_type: 'varchar',
  length: 40,
  precision: null,
  scale: null,
  default: null,
  required: false,
  allow_null: true,
  auto_increment: false,
  read_only: false,
  generated: false,
  is_primary_key: false,
  is_unique: false,
  is_index: false,
  is_foreign_key: false,
  ref: null,
  enum: null,
  validation: null,
  openapi: {},
  native: {},
  ...changes,
})

const document = (fields: readonly DocumentedField[], changes: Partial<TableDocument> = {}): TableDocument => ({
  name: 'contact',
  catalog: null,
  schema: null,
  label: 'Contact',
  type: 'table',
  description: null,
  fields,
  primary_key: ['id'],
  indexes: [],
  relationships: [],
  openapi: {},
  native: { alias: null },
  ...changes,
})

const choices = (...values: readonly string[]) => ({ enum: { values, name: null } })

test.each<[kind: string, severity: string, before: Partial<DocumentedField>, after: Partial<DocumentedField>]>([
  ['field.type_changed', 'breaking', {}, { type: 'integer' }],
  ['field.alias_changed', 'breaking', {}, { alias: 'other' }],
  ['field.nullable_tightened', 'breaking', {}, { allow_null: false }],
  ['field.nullable_relaxed', 'potentially_breaking', { allow_null: false }, {}],
  ['field.required_added', 'breaking', {}, { required: true }],
  ['field.required_removed', 'additive', { required: true }, {}],
  ['field.auto_increment_removed', 'breaking', { auto_increment: true }, {}],
  ['field.auto_increment_added', 'additive', {}, { auto_increment: true }],
  ['field.read_only_added', 'breaking', {}, { read_only: true }],
  ['field.read_only_removed', 'additive', { read_only: true }, {}],
  ['field.generated_changed', 'breaking', {}, { generated: true }],
  ['field.foreign_key_changed', 'breaking', {}, { is_foreign_key: true }],
  ['field.ref_changed', 'breaking', {}, { ref: { table: 'a', field: 'id' } }],
  ['field.enum_value_removed', 'breaking', choices('a', 'b'), choices('a')],
  ['field.enum_value_added', 'potentially_breaking', choices('a'), choices('a', 'b')],
  ['field.enum_added', 'additive', {}, choices('a')],
  ['field.enum_removed', 'additive', choices('a'), {}],
  ['field.length_reduced', 'potentially_breaking', {}, { length: 20 }],
  ['field.length_increased', 'additive', {}, { length: 80 }],
  ['field.precision_reduced', 'potentially_breaking', { precision: 9 }, {}],
  ['field.scale_increased', 'additive', {}, { scale: 2 }],
  ['field.default_removed', 'potentially_breaking', { default: 'x' }, {}],
  ['field.default_changed', 'additive', {}, { default: 'x' }],
  ['field.unique_added', 'potentially_breaking', {}, { is_unique: true }],
  ['field.unique_removed', 'additive', { is_unique: true }, {}],
  ['field.validation_changed', 'potentially_breaking', {}, { validation: { email: null } }],
  ['field.label_changed', 'cosmetic', {}, { label: 'Name' }],
  ['field.description_changed', 'cosmetic', {}, { description: 'Of a person' }],
])('%s is %s', (kind, severity, before, after) => {
  const changes = compareDocuments(document([field('name', before)]), document([field('name', after)]))
  expect(changes).toMatchObject([{ kind, severity, table: 'contact', path: expect.stringContaining('fields.name') }])
})

test('a field required for inserts is breaking, and an optional one is not', () => {
  const added = (changes: Partial<DocumentedField>) =>
    compareDocuments(document([]), document([field('more', changes)])).map(({ kind, severity }) => [kind, severity])
  expect(added({ required: true })).toEqual([['field.added', 'breaking']])
  expect(added({ required: true, default: 'x' })).toEqual([['field.added', 'additive']])
  expect(added({})).toEqual([['field.added', 'additive']])
})

test('removed tables, removed fields and renamed fields are breaking', () => {
  expect(compareDocuments(document([]), null)).toMatchObject([{ kind: 'table.removed', severity: 'breaking' }])
  const renamed = compareDocuments(document([field('a')]), document([field('b')]))
  expect(renamed.map(({ kind }) => kind)).toEqual(['field.removed', 'field.added'])
})

test('compares tables and relationships, and counts changes by severity', () => {
  const relationship = {
    name: 'orders',
    alias: null,
    label: 'Orders',
    type: 'has_many',
    target: 'id → 1:order(contact)',
  }
  const locked = document([], { relationships: [relationship, { ...relationship, name: 'gone' }] })
  const live = document([], {
    label: 'Person',
    type: 'view',
    primary_key: [],
    native: { alias: 'people' },
    relationships: [
      { ...relationship, label: 'All orders', type: 'has_one' },
      { ...relationship, name: 'new' },
    ],
  })
  const changes = compareDocuments(locked, live)
  expect(changes.map(({ kind }) => kind).toSorted()).toEqual([
    'primary_key.changed',
    'relationship.added',
    'relationship.label_changed',
    'relationship.removed',
    'relationship.type_changed',
    'table.alias_changed',
    'table.label_changed',
    'table.type_changed',
  ])
  expect(driftSummary(changes)).toEqual({
    breaking_count: 5,
    potentially_breaking_count: 0,
    additive_count: 1,
    cosmetic_count: 2,
    total_changes: 8,
  })
  expect(compareDocuments(locked, locked)).toEqual([])
})
