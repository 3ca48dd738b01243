import type { RoleServiceAccess } from '@millwright/contract/records/role'
import { expect, test } from 'vitest'
import { type AccessRow, accessRows, accessToSend, copiedAccess, newAccess, withoutAccess } from './access-rows.ts'
import { accessWarnings } from './access-warnings.ts'

const stored = (over: Partial<RoleServiceAccess> = {}): RoleServiceAccess => ({
  id: 1,
  role_id: 5,
  service_id: 2,
  component: '_table/*',
  verb_mask: 3,
  requestor_mask: 1,
  filters: [{ name: 'owner', operator: '=', value: '{user.id}' }],
  filter_op: 'and',
  created_date: '',
  last_modified_date: '',
  created_by_id: null,
  last_modified_by_id: null,
  ...over,
})
const services = new Map([[2, 'db']])
const changed = (change: Partial<AccessRow>, over: Partial<RoleServiceAccess> = {}) =>
  accessRows([stored(over)]).map((row) => ({ ...row, ...change }))

test('rows that nobody touched are not sent, whatever a server left out of them', () => {
  expect(accessToSend(accessRows([stored(), stored({ id: 2, filters: null, component: null })]))).toEqual([])
  expect(accessToSend(accessRows([stored({ filter_op: 'AND' })]))).toEqual([])
})

test('a new row is for all services, every component, nothing yet, and the API', () => {
  expect(accessToSend([newAccess()])).toEqual([
    { service_id: null, component: '*', verb_mask: 0, requestor_mask: 1, filters: [], filter_op: 'AND' },
  ])
})

test('a changed row is sent with its number', () => {
  expect(accessToSend(changed({ verbMask: 31 }))).toEqual([
    {
      id: 1,
      service_id: 2,
      component: '_table/*',
      verb_mask: 31,
      requestor_mask: 1,
      filters: [{ name: 'owner', operator: '=', value: '{user.id}' }],
      filter_op: 'AND',
    },
  ])
})

test('an operator without a value sends none', () => {
  const filters = [{ name: ' gone ', operator: 'is null', value: 'left over' }]
  expect(accessToSend(changed({ filters }))[0]).toMatchObject({
    filters: [{ name: 'gone', operator: 'is null', value: null }],
  })
})

test('a removed row loses its role, a new one that is removed was never there', () => {
  const rows = [...accessRows([stored()]), newAccess({ key: 'n' })]
  expect(accessToSend(withoutAccess(rows, new Set(['stored-1', 'n'])))).toEqual([{ id: 1, role_id: null }])
})

test('rows are copied as new ones, without those that were removed', () => {
  const rows = withoutAccess(accessRows([stored(), stored({ id: 2, component: 'other' })]), new Set(['stored-1']))
  expect(copiedAccess(rows)).toMatchObject([{ component: 'other', stored: null, removed: false }])
  expect(copiedAccess(rows)[0]?.key).not.toBe('stored-2')
})

test('rules about the same and filters without a field are pointed out', () => {
  const rows = [
    ...accessRows([stored(), stored({ id: 2, component: '_TABLE/*' }), stored({ id: 3, requestor_mask: 2 })]),
    newAccess({ key: 'f', filters: [{ name: ' ', operator: '=', value: '1' }] }),
  ]
  expect([...accessWarnings(rows, services)].map(([key, { kind }]) => [key, kind])).toEqual([
    ['stored-1', 'duplicate'],
    ['stored-2', 'duplicate'],
    ['f', 'filter'],
  ])
  expect(accessWarnings(withoutAccess(rows, new Set(['stored-2', 'f'])), services).size).toBe(0)
})

test('ten thousand rows are read, checked and turned into what is sent within a moment', () => {
  const rows = accessRows(Array.from({ length: 10_000 }, (_, index) => stored({ id: index, component: `c${index}` })))
  const start = performance.now()
  expect(accessWarnings(rows, services).size).toBe(0)
  expect(accessToSend(rows.with(9_999, { ...newAccess(), key: 'x' }))).toHaveLength(1)
  expect(performance.now() - start).toBeLessThan(1000)
})

test('rules that no request meets, that allow nothing, and tables whose records do not open are told', () => {
  const rule = (key: string, change: Partial<AccessRow>) =>
    newAccess({ key, serviceId: 2, component: '_table/a/*', verbMask: 1, ...change })
  const rows = [
    rule('nobody', { requestorMask: 0 }),
    rule('star', { component: '_table/*/a' }),
    rule('all', { serviceId: null, component: '_table/*' }),
    rule('gone', { serviceId: 9 }),
    rule('query', { component: '_table/b?x=1' }),
    rule('nothing', { component: 'x', verbMask: 0 }),
    rule('lists', { component: '_table/c/' }),
    rule('opens', {}),
    rule('both', { component: '_table/a' }),
    rule('root', { serviceId: null, component: '' }),
  ]
  expect([...accessWarnings(rows, services)].map(([key, { kind }]) => [key, kind])).toEqual([
    ['nobody', 'unreachable'],
    ['star', 'unreachable'],
    ['all', 'unreachable'],
    ['gone', 'unreachable'],
    ['query', 'unreachable'],
    ['nothing', 'nothing'],
    ['lists', 'records'],
  ])
  const wide = rule('wide', { component: '*' })
  expect(accessWarnings([rule('lists', { component: '_table/c' }), wide], services).size).toBe(0)
})
