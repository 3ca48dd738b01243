import type { RoleServiceAccess } from '@millwright/contract/records/role'
import { expect, test } from 'vitest'
import { decide } from './deciding-rules.ts'

const rule = (service_id: number | null, component: string, verb_mask: number, requestor_mask = 1) =>
  ({ id: 1, service_id, component, verb_mask, requestor_mask }) as RoleServiceAccess
const table = { serviceId: 5, path: '_table/contact' }
const record = { serviceId: 5, path: '_table/contact/1' }

test.each<[string, readonly RoleServiceAccess[], number, number]>([
  ['no rule', [], 0, 0],
  ['rules of another service', [rule(6, '*', 31)], 0, 0],
  ['rules for scripts', [rule(5, '*', 31, 2)], 0, 0],
  ['the table alone, which lists and does not open', [rule(5, '_table/contact/', 1)], 1, 0],
  ['the table and what is below it', [rule(5, '_TABLE/Contact/*', 3)], 3, 3],
  ['an exact rule beside a wider one', [rule(5, '*', 31), rule(5, '_table/contact', 1)], 1, 31],
  ['wildcards, joined', [rule(5, '_table/*', 1), rule(5, '*', 2)], 3, 3],
  ['a name that only begins alike', [rule(5, '_table/contact_old', 1), rule(5, '_table/contact_*', 1)], 0, 0],
  ['all services', [rule(null, '*', 1)], 1, 1],
  ['all services, where a rule names the service', [rule(null, '*', 31), rule(5, '_table/contact', 0)], 0, 31],
])('%s', (_, rules, onTable, onRecord) => {
  expect([decide(rules, table, 'API').mask, decide(rules, record, 'API').mask]).toEqual([onTable, onRecord])
})

test('the root of a service is decided by its own rules, then by those for all', () => {
  const root = { serviceId: 5, path: '' }
  expect(decide([rule(5, '*', 1), rule(null, '*', 31)], root, 'API').mask).toBe(1)
  expect(decide([rule(null, '', 3)], root, 'API').mask).toBe(3)
  expect(decide([rule(5, '_table/*', 3)], root, 'API').rules).toEqual([])
})
