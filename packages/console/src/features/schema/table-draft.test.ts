import { expect, test } from 'vitest'
import { atRiskInTable } from './data-at-risk.ts'
import { changeTable, newTableBody } from './schema-calls.ts'
import { readTable } from './schema-queries.ts'
import { checkTable, fromTableForm, rebasedForm, tableChanges, toTableForm } from './table-draft.ts'

const contact = readTable({
  name: 'contact',
  label: 'Contact',
  plural: 'Contacts',
  own: { kept: true },
  field: [
    { name: 'id', label: 'Id', type: 'id' },
    { name: 'email', label: 'E-mail', type: 'string', length: 80, allow_null: true },
  ],
  related: [
    { name: 'note_by_contact_id', type: 'has_many', field: 'id', ref_table: 'note', ref_field: 'contact_id' },
    { name: 'x_by_y', type: 'has_one', field: 'id', ref_table: 'x', ref_field: 'y', is_virtual: true },
  ],
})
const stored = toTableForm(contact)

test.each([
  [{ name: '' }, 'name', 'A table needs a name.'],
  [{ name: 'other' }, 'name', 'The name of a table cannot be changed: this one is contact.'],
  [{ json: '{' }, 'json', 'JSON Invalid.'],
  [{ field: [...contact.field, ...contact.field] }, 'field', 'The field name already exists: id'],
  [{ field: [] }, 'field', 'A table needs at least one field that is not virtual.'],
])('rejects %o', (members, at, sentence) => {
  expect(checkTable({ ...stored, ...members }, contact, [])?.fields[at]).toBe(sentence)
})

test('rejects the omission of a relation that the database defines', () => {
  expect(checkTable({ ...stored, related: [] }, contact, [])?.fields.related).toMatch(
    /^note_by_contact_id is derived from a foreign key/,
  )
})

test('rejects a taken name for a new table', () => {
  expect(checkTable(stored, null, ['contact'])?.fields.name).toBe('The name already exists')
})

test('sends no request for an untouched table', () => {
  expect(fromTableForm(stored)).toEqual(contact)
  expect(changeTable('db', 'contact', tableChanges(contact, fromTableForm(stored)))).toEqual([])
})

test('sends only what changed, with complete fields', () => {
  const shorter = contact.field.map((field) => (field.name === 'email' ? { ...field, length: 40 } : field))
  const after = fromTableForm({ ...stored, label: 'Person', field: shorter })
  expect(changeTable('db', 'contact', tableChanges(contact, after))).toEqual([
    { verb: 'PATCH', path: 'db/_schema/contact', body: { label: 'Person', field: shorter.slice(1) } },
  ])
})

test('drops what JSON mode omits, after all other changes', () => {
  const after = { ...contact, alias: 'people', field: contact.field.slice(0, 1), related: contact.related.slice(0, 1) }
  expect(changeTable('db', 'contact', tableChanges(contact, after)).map(({ verb, path }) => `${verb} ${path}`)).toEqual(
    ['PATCH db/_schema/contact', 'DELETE db/_schema/contact/_related/x_by_y', 'DELETE db/_schema/contact/_field/email'],
  )
  expect(atRiskInTable(contact, tableChanges(contact, after))).toEqual([
    'All values of email in contact are lost. This cannot be undone.',
  ])
})

test('creates a table without read-only properties, and omits blank names and labels', () => {
  const body = newTableBody(fromTableForm({ ...toTableForm(null), name: 'todo' }))
  expect(body).toMatchObject({ name: 'todo', label: null, plural: null })
  expect(Object.keys(body)).not.toContain('constraints')
})

test('follows a field that was stored meanwhile and preserves unsaved input', () => {
  const mine = {
    ...stored,
    label: 'Person',
    field: contact.field.map((one) => (one.name === 'email' ? { ...one, length: 40 } : one)),
  }
  const [phone] = readTable({ field: [{ name: 'phone', type: 'string' }] }).field
  const now = toTableForm({ ...contact, plural: 'People', field: [...contact.field, ...(phone ? [phone] : [])] })
  const joined = rebasedForm(mine, stored, now)
  expect(joined).toMatchObject({ label: 'Person', plural: 'People' })
  expect(joined.field.map(({ name, length }) => [name, length])).toEqual([
    ['id', null],
    ['email', 40],
    ['phone', null],
  ])
})

test('does not restore a row that was dropped meanwhile', () => {
  const now = toTableForm({ ...contact, field: contact.field.slice(0, 1) })
  expect(rebasedForm(stored, stored, now).field.map(({ name }) => name)).toEqual(['id'])
})
