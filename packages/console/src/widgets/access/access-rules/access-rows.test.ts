import type { RoleServiceAccess } from '@millwright/contract/records/role'
import { expect, test } from 'vitest'
import { type AccessRow, accessRows, accessToSend, copiedAccess, newAccess, withoutAccess } from './access-rows.ts'

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

test('parses and serializes ten thousand rows', () => {
  const rows = accessRows(Array.from({ length: 10_000 }, (_, index) => stored({ id: index, component: `c${index}` })))
  expect(accessToSend(rows.with(9_999, { ...newAccess(), key: 'x' }))).toHaveLength(1)
})
