import type { ServiceType } from '@millwright/contract/wire/services'
import { expect, test } from 'vitest'
import { aboutType } from './type-about.tsx'
import { isAvailable, neededLevel, typeGroups, unavailableTypes, withPaidTypes } from './type-list.ts'

const sqlite: ServiceType = { name: 'sqlite', label: 'SQLite', group: 'Database', config_schema: [] }
const odd: ServiceType = { name: 'odd', group: 'Odd things' }
const smtp: ServiceType = { name: 'smtp_email', label: 'SMTP', group: 'Email' }
const system: ServiceType = { name: 'system', label: 'System', group: 'System', singleton: true }

test('keeps the types that the server lists, and adds paid ones that it lacks as unavailable', () => {
  const types = withPaidTypes([{ ...sqlite, name: 'mysql' }, odd])
  const named = (name: string) => types.find((type) => type.name === name)
  expect(types.slice(0, 2)).toEqual([{ ...sqlite, name: 'mysql' }, odd])
  expect(types.filter(({ name }) => name === 'mysql')).toHaveLength(1)
  expect(named('mysql') && isAvailable({ name: 'mysql' })).toBe(true)
  expect(named('oracle')).toMatchObject({ available: false, config_schema: null, group: 'Database' })
  expect(types.filter((type) => !isAvailable(type))).toHaveLength(29)
})

test.each([
  ['SILVER', { license: 'OPEN SOURCE' }, 'SILVER'],
  ['SILVER', {}, 'SILVER'],
  ['GOLD', { license: 'SILVER' }, 'GOLD'],
  ['SILVER', { license: 'SILVER' }, null],
  ['SILVER', { license: 'GOLD' }, null],
  ['GOLD', { license: 'GOLD' }, null],
  ['GOLD', { license: 'OPEN SOURCE', features: [] }, null],
  [undefined, { license: 'OPEN SOURCE' }, null],
])('requires the licence for a type of the tier %s that is missing under %j: %s', (tier, platform, needed) => {
  expect(neededLevel({ name: 'x', ...(tier && { subscription_required: tier }) }, platform)).toBe(needed)
})

test('lists known groups first, then unknown ones, without singleton types', () => {
  const none: ServiceType = { name: 'none' }
  const names = typeGroups([none, odd, smtp, system, sqlite]).map(({ name }) => name)
  expect(names).toEqual(['Database', 'Email', '', 'Odd things'])
})

test('in a group kinds are sorted by what they are called, not by the name that the server has for them', () => {
  const parquet: ServiceType = { name: 'duckdb', label: 'Parquet, CSV and JSON Files', group: 'Database' }
  const single: ServiceType = { name: 'memsql', label: 'SingleStore', group: 'Database' }
  const maria: ServiceType = { name: 'mariadb', label: 'MariaDB', group: 'Database' }
  expect(typeGroups([parquet, single, maria]).map(({ types }) => types)).toEqual([[maria, parquet, single]])
})

test.each([
  ['sqli', ['sqlite']],
  ['DATABASE', ['sqlite']],
  ['mail server', ['smtp_email']],
  ['nothing to install', ['sqlite']],
  ['exchange', ['smtp_email']],
  ['cobol', []],
  ['  ', ['sqlite', 'smtp_email', 'odd']],
])('“%s” finds %j', (text, names) => {
  const groups = typeGroups([odd, smtp, sqlite, system], text, aboutType)
  expect(groups.flatMap(({ types }) => types.map(({ name }) => name))).toEqual(names)
})

test('lists types that cannot be created separately, by label, and finds them by vendor too', () => {
  const blob: ServiceType = { name: 'azure_blob', label: 'Azure Blob Storage', group: 'File', available: false }
  const apns: ServiceType = { name: 'apns', label: 'Apple Push', group: 'Notification', available: false }
  const all = [blob, sqlite, system, apns]
  expect(typeGroups(all).flatMap(({ types }) => types)).toEqual([sqlite])
  expect(unavailableTypes(all)).toEqual([apns, blob])
  expect(unavailableTypes(all, 'microsoft')).toEqual([blob])
})
