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

test('does not send unchanged rows, whatever fields a server omitted', () => {
  expect(accessToSend(accessRows([stored(), stored({ id: 2, filters: null, component: null })]))).toEqual([])
  expect(accessToSend(accessRows([stored({ filter_op: 'AND' })]))).toEqual([])
})

test('starts a new row for all services, every component, no verbs, and API clients', () => {
  expect(accessToSend([newAccess()])).toEqual([
    { service_id: null, component: '*', verb_mask: 0, requestor_mask: 1, filters: [], filter_op: 'AND' },
  ])
})

test('sends a changed row with its id', () => {
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

test('sends no value for an operator without one', () => {
  const filters = [{ name: ' gone ', operator: 'is null', value: 'left over' }]
  expect(accessToSend(changed({ filters }))[0]).toMatchObject({
    filters: [{ name: 'gone', operator: 'is null', value: null }],
  })
})

test('detaches a removed row from its role, and drops a removed new one', () => {
  const rows = [...accessRows([stored()]), newAccess({ key: 'n' })]
  expect(accessToSend(withoutAccess(rows, new Set(['stored-1', 'n'])))).toEqual([{ id: 1, role_id: null }])
})

test('copies rows as new ones, without removed ones', () => {
  const rows = withoutAccess(accessRows([stored(), stored({ id: 2, component: 'other' })]), new Set(['stored-1']))
  expect(copiedAccess(rows)).toMatchObject([{ component: 'other', stored: null, removed: false }])
  expect(copiedAccess(rows)[0]?.key).not.toBe('stored-2')
})

test('warns of duplicate rules and of filters without a field', () => {
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

test('parses, checks and serializes ten thousand rows', () => {
  const rows = accessRows(Array.from({ length: 10_000 }, (_, index) => stored({ id: index, component: `c${index}` })))
  expect(accessWarnings(rows, services).size).toBe(0)
  expect(accessToSend(rows.with(9_999, { ...newAccess(), key: 'x' }))).toHaveLength(1)
})

test('warns of rules that match no request or allow nothing, and of tables whose records cannot be read', () => {
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

test('warns of a filter whose hidden rows another rule allows to change', () => {
  const filters = [{ name: 'owner', operator: '=', value: '1' }]
  const rule = (key: string, change: Partial<AccessRow>) => newAccess({ key, serviceId: 2, verbMask: 31, ...change })
  const kinds = (...rows: readonly AccessRow[]) =>
    [...accessWarnings(rows, services)].map(([key, { kind }]) => [key, kind])
  const wide = rule('wide', { component: '_table/*' })
  const read = { component: '_table/note', verbMask: 1, filters }
  expect(kinds(wide, rule('read', read))).toEqual([['read', 'hidden']])
  expect(kinds(wide, rule('read', read), rule('below', { component: '_table/note/*', filters }))).toEqual([])
  expect(kinds(wide, rule('all', { ...read, component: '_table/note/*', verbMask: 31 }))).toEqual([])
  expect(kinds(rule('reads', { component: '_table/*', verbMask: 1 }), rule('read', read))).toEqual([])
})
