import { secretMask } from '@millwright/contract/records/lookup'
import type { ServiceType } from '@millwright/contract/wire/services'
import { expect, test } from 'vitest'
import { nameFor } from '../../widgets/connection/database-address/database-address.ts'
import { offeredEvents } from '../../widgets/pickers/event-names/event-list.ts'
import { configFields } from './config/config-field.ts'
import type { ServiceDraft } from './draft-members.ts'
import { draftOfServiceCopy, missingNames, type ServiceRecord, serviceEditing } from './service-draft.ts'
import { settingsOf } from './settings-of.ts'

const type: ServiceType = {
  name: 'pgsql',
  group: 'Database',
  config_schema: [
    { name: 'host', type: 'string', label: 'Host', required: true },
    { name: 'password', type: 'password' },
    { name: 'max_records', type: 'integer', default: 1000 },
    { name: 'allow_upsert', type: 'boolean', default: true },
    { name: 'options', type: 'object' },
  ],
}
const fields = configFields(type)
const editing = serviceEditing(type, fields)
const record: ServiceRecord = {
  id: 7,
  name: 'db',
  label: 'Shop',
  description: null,
  is_active: true,
  type: 'pgsql',
  config: {
    service_id: 7,
    host: 'h',
    password: secretMask,
    max_records: 0,
    allow_upsert: false,
    options: { a: 1 },
    unheard_of: 'kept',
  },
  service_doc_by_service_id: [],
}
const changed = (change: Partial<ServiceDraft>) => editing.toUpdate({ ...editing.toDraft(record), ...change }, record)

test('sends nothing for an untouched form', () => {
  expect(changed({})).toEqual({})
})

test('applies defaults to new services, and never to stored values', () => {
  expect(editing.toDraft(null)).toMatchObject({ 'config.max_records': '1000', 'config.allow_upsert': true })
  expect(editing.toDraft(record)).toMatchObject({ 'config.max_records': '0', 'config.allow_upsert': false })
})

test('sends all settings when one changed, but no secret masks', () => {
  expect(changed({ 'config.host': 'other' })).toEqual({
    config: { host: 'other', max_records: 0, allow_upsert: false, options: { a: 1 }, unheard_of: 'kept' },
  })
  expect(changed({ 'config.password': 'new' })).toMatchObject({ config: { password: 'new' } })
  expect(changed({ 'config.password': '' })).toMatchObject({ config: { password: null } })
})

test('sends an emptied list as empty', () => {
  expect(changed({ 'config.options': [] })).toMatchObject({ config: { options: {} } })
})

test('sends a definition with its format, preserves its other members, and removes it when empty', () => {
  expect(changed({ definition: { format: 'yaml', content: 'a: 1' } })).toEqual({
    service_doc_by_service_id: { content: 'a: 1', format: 1 },
  })
  const doc = { service_id: 7, format: 0 as const, content: '{}' }
  const described: ServiceRecord = { ...record, service_doc_by_service_id: [doc] }
  const draft = editing.toDraft(described)
  expect(draft.definition).toEqual({ format: 'json', content: '{}' })
  expect(editing.toUpdate({ ...draft, definition: { format: 'json', content: '[1]' } }, described)).toEqual({
    service_doc_by_service_id: { service_id: 7, format: 0, content: '[1]' },
  })
  expect(editing.toUpdate({ ...draft, definition: { format: 'json', content: ' ' } }, described)).toEqual({
    service_doc_by_service_id: null,
  })
})

test.each([
  ['host', 'config.host'],
  ['config.host', 'config.host'],
  ['config.options.0.name', 'config.options'],
  ['name', 'name'],
  ['service_doc_by_service_id.format', 'definition'],
  ['stranger', 'stranger'],
])('assigns an error about %s to %s', (said, member) => {
  expect(editing.fieldFor?.(said)).toBe(member)
})

test('validates names, settings and the definition before sending', () => {
  const draft = { ...editing.toDraft(null), definition: { format: 'json' as const, content: '{' } }
  expect(Object.keys(editing.check(draft, true)?.fields ?? {})).toEqual(['label', 'name', 'config.host', 'definition'])
  expect(editing.check(editing.toDraft(record), false)).toBeNull()
})

test('reports missing names in one message', () => {
  const names = (name: string, label: string) => missingNames({ ...editing.toDraft(null), name, label })
  expect(names('', 'x')).toBe('Invalid data supplied. The namespace field is required.')
  expect(names('x', ' ')).toBe('Invalid data supplied. The label field is required.')
  expect(names('', '')).toBe('Invalid data supplied. The namespace and label fields are required.')
  expect(names('x', 'x')).toBeNull()
})

test('gives a copy another name and no secrets', () => {
  const copy = draftOfServiceCopy(fields, record)
  expect(copy).toMatchObject({ name: 'db_copy', label: 'Shop copy', 'config.host': 'h', 'config.password': '' })
})

test('derives a name from a label', () => {
  expect(nameFor('Übung: My Shop (new)')).toBe('ubung_my_shop_new')
  expect(nameFor('日本')).toBe('')
})

test("shows the stored settings of an undescribed type, each by its value's type", () => {
  const shown = settingsOf({ name: 'strange', config_schema: null }, { config: { ...record.config, list: [1] } })
  expect(shown.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    'host area',
    'password secret',
    'max_records number',
    'allow_upsert flag',
    'options json',
    'unheard_of area',
    'list json',
  ])
})

test('gives every service a name for all of its events', () => {
  expect(offeredEvents(['db.get', 'user.get', 'db.post']).map(({ name }) => name)).toEqual([
    'db.*',
    'db.get',
    'db.post',
    'user.*',
    'user.get',
  ])
})
