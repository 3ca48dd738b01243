import type { ConfigSchemaEntry } from '@millwright/contract/wire/services'
import { expect, test } from 'vitest'
import { configFields } from './config-field.ts'

const one = (entry: Partial<ConfigSchemaEntry>) => configFields({ config_schema: [{ name: 'x', ...entry }] })[0]

test.each([null, undefined, [], [null, 'text', { label: 'Nameless' }]])('reads no settings from %j', (schema) => {
  expect(configFields({ config_schema: schema as never })).toEqual([])
})

test.each([
  ['string', {}, 'line'],
  ['file_certificate_api', {}, 'line'],
  ['text', {}, 'area'],
  ['password', {}, 'secret'],
  ['string', { name: 'password' }, 'secret'],
  ['text', { name: 'password' }, 'secret'],
  ['text', { name: 'client_secret' }, 'secret'],
  ['text', { name: 'sp_privateKey' }, 'secret'],
  ['string', { name: 'token_endpoint' }, 'line'],
  ['integer', {}, 'number'],
  ['float', {}, 'number'],
  ['boolean', {}, 'flag'],
  ['picklist', {}, 'choice'],
  ['grouped_picklist', {}, 'choice'],
  ['multi_picklist', {}, 'choices'],
  ['reference', {}, 'record'],
  ['array', { items: 'string' }, 'list'],
  ['array', { items: null }, 'list'],
  ['array', { items: [] }, 'rows'],
  ['object', {}, 'pairs'],
  ['object(string)', {}, 'pairs'],
  ['verb_mask', {}, 'verbs'],
  ['event_picklist', {}, 'event'],
  ['file_certificate', {}, 'file'],
  ['hologram', {}, 'json'],
  [undefined, {}, 'json'],
])('maps a setting of type %s %j to the control “%s”', (type, entry, kind) => {
  expect(one({ type, ...entry } as Partial<ConfigSchemaEntry>)?.kind).toBe(kind)
})

test('falls back to the name for a missing label, and strips markup from the description', () => {
  const field = one({ name: 'cache_ttl', type: 'integer', description: 'Time<br>in <b>seconds</b>, 1 < 2' })
  expect(field).toMatchObject({ label: 'Cache Ttl', help: 'Time\nin seconds, 1 < 2' })
})

test('never requires a switch, but other settings if the server does', () => {
  expect(one({ type: 'boolean', required: true })?.required).toBe(false)
  expect(one({ type: 'string', required: true })?.required).toBe(true)
  expect(one({ type: 'string' })?.required).toBe(false)
})

test('keeps stored option values: texts, numbers and null', () => {
  const values = [{ name: 'a', label: 'A' }, { name: 3, label: 'Three' }, { name: null, label: '' }, 'plain', null]
  expect(one({ type: 'picklist', values: values as never })).toMatchObject({
    options: [
      { label: 'A', value: 'a' },
      { label: 'Three', value: 3 },
      { label: '(none)', value: null },
      { label: 'plain', value: 'plain' },
    ],
  })
})

test('includes the group in the label of grouped options', () => {
  const values = [{ label: 'Fruit', items: [{ name: 'p', label: 'Pear' }] }]
  expect(one({ type: 'grouped_picklist', values })).toMatchObject({ options: [{ label: 'Fruit: Pear', value: 'p' }] })
})
