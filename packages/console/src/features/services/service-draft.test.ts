import { secretMask } from '@millwright/contract/records/lookup'
import type { ServiceType } from '@millwright/contract/wire/service-type'
import { expect, test } from 'vitest'
import { nameFor } from '../../widgets/database-address/service-name.ts'
import { offeredEvents } from '../../widgets/event-names/event-list.ts'
import { configFields } from './config/config-field.ts'
import type { ServiceDraft } from './draft-members.ts'
import { missingNames } from './service-check.ts'
import { draftOfServiceCopy, type ServiceRecord, serviceEditing } from './service-draft.ts'
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

test('a form that nobody touched sends nothing', () => {
  expect(changed({})).toEqual({})
})

test('defaults are for new services and never change what is stored', () => {
  expect(editing.toDraft(null)).toMatchObject({ 'config.max_records': '1000', 'config.allow_upsert': true })
  expect(editing.toDraft(record)).toMatchObject({ 'config.max_records': '0', 'config.allow_upsert': false })
})

test('with one setting the others go too, but no mask of a secret', () => {
  expect(changed({ 'config.host': 'other' })).toEqual({
    config: { host: 'other', max_records: 0, allow_upsert: false, options: { a: 1 }, unheard_of: 'kept' },
  })
  expect(changed({ 'config.password': 'new' })).toMatchObject({ config: { password: 'new' } })
  expect(changed({ 'config.password': '' })).toMatchObject({ config: { password: null } })
})

test('a list that was emptied is sent empty', () => {
  expect(changed({ 'config.options': [] })).toMatchObject({ config: { options: {} } })
})

test('a definition is sent with its format, kept with what else it has, and taken away when it is empty', () => {
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
])('a complaint about %s belongs to %s', (said, member) => {
  expect(editing.fieldFor?.(said)).toBe(member)
})

test('names, settings and the definition are checked before anything is sent', () => {
  const draft = { ...editing.toDraft(null), definition: { format: 'json' as const, content: '{' } }
  expect(Object.keys(editing.check(draft, true)?.fields ?? {})).toEqual(['label', 'name', 'config.host', 'definition'])
  expect(editing.check(editing.toDraft(record), false)).toBeNull()
})

test('what is missing is said in one sentence', () => {
  const names = (name: string, label: string) => missingNames({ ...editing.toDraft(null), name, label })
  expect(names('', 'x')).toBe('Invalid data supplied. The namespace field is required.')
  expect(names('x', ' ')).toBe('Invalid data supplied. The label field is required.')
  expect(names('', '')).toBe('Invalid data supplied. The namespace and label fields are required.')
  expect(names('x', 'x')).toBeNull()
})

test('a copy has another name and no secret', () => {
  const copy = draftOfServiceCopy(fields, record)
  expect(copy).toMatchObject({ name: 'db_copy', label: 'Shop copy', 'config.host': 'h', 'config.password': '' })
})

test('a name is made from a label', () => {
  expect(nameFor('Übung: My Shop (new)')).toBe('ubung_my_shop_new')
  expect(nameFor('日本')).toBe('')
})

test('of a kind that nobody describes the stored settings are shown, each as what it is', () => {
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

test('every service has a name for all of its events', () => {
  expect(offeredEvents(['db.get', 'user.get', 'db.post']).map(({ name }) => name)).toEqual([
    'db.*',
    'db.get',
    'db.post',
    'user.*',
    'user.get',
  ])
})
