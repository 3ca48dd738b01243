import { accessTabs } from '@millwright/contract/access/tabs'
import { expect, test } from 'vitest'
import { mayRestrict, restrictingRole, tabsToSend } from './admin-editor.tsx'

const root = { id: 1, is_root_admin: true }
const plain = { id: 2, is_root_admin: false }
const somebody = { id: 9 }
const restricted = { id: 9, user_to_app_to_role_by_user_id: [{ id: 1, app_id: 1, role_id: 5, user_id: 9 }] }

test('administrators cannot restrict themselves, and restricted ones cannot restrict others', () => {
  expect(mayRestrict({ user: null, record: somebody, included: true })).toBe(false)
  expect(mayRestrict({ user: root, record: { id: 1 }, included: true })).toBe(false)
  expect(mayRestrict({ user: { ...root, role_id: 4 }, record: somebody, included: true })).toBe(false)
  expect(mayRestrict({ user: plain, record: somebody, included: true })).toBe(false)
})

test('root administrators can restrict; without the licence others see that the feature exists', () => {
  expect(mayRestrict({ user: root, record: somebody, included: true })).toBe(true)
  expect(mayRestrict({ user: root, record: null, included: true })).toBe(true)
  expect(mayRestrict({ user: plain, record: somebody, included: false })).toBe(true)
})

test('unchanged tabs are not sent with an update', () => {
  expect(tabsToSend({ tabs: null }, somebody)).toEqual({})
  expect(tabsToSend({ tabs: null }, restricted)).toEqual({})
})

test('a new administrator has every tab unless some are switched off', () => {
  expect(tabsToSend({ tabs: null }, null)).toEqual({ access_by_tabs: [...accessTabs], is_restricted_admin: false })
  expect(tabsToSend({ tabs: ['users'] }, null)).toEqual({ access_by_tabs: ['users'], is_restricted_admin: true })
})

test('an administrator with a role is restricted even with every tab', () => {
  expect(tabsToSend({ tabs: accessTabs }, restricted)).toMatchObject({ is_restricted_admin: true })
  expect(tabsToSend({ tabs: accessTabs }, somebody)).toMatchObject({ is_restricted_admin: false })
})

test('the restricting role is that of the first assignment', () => {
  expect(restrictingRole(restricted)).toBe(5)
  for (const rows of [undefined, null, 'x', [], [null], [{ role_id: 'x' }]])
    expect(restrictingRole({ user_to_app_to_role_by_user_id: rows })).toBeNull()
})
