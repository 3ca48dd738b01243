import { expect, test } from 'vitest'
import { appRoleRows, appRolesToSend, lacksRole, withApp, withoutApp, withRole } from './app-roles.ts'

const stored = appRoleRows([
  { id: 1, app_id: 10, role_id: 100, user_id: 7 },
  { id: 2, app_id: 20, role_id: 200, user_id: 7 },
])
const role = (id: number) => ({ id, label: `role ${id}` })
const app = (id: number) => ({ id, label: `app ${id}` })

test('ignores values that are not assignments', () => {
  for (const rows of [undefined, null, 'x', {}, [null, 4, {}, { app_id: 1 }, { app_id: '1', role_id: 2 }]])
    expect(appRoleRows(rows)).toEqual([])
})

test('does not send unchanged assignments', () => {
  expect(appRolesToSend(stored, 7)).toEqual([])
})

test('sends a changed role with the id of its assignment, and a removed role without its person', () => {
  expect(appRolesToSend(withRole(stored, 'stored-1', role(101)), 7)).toEqual([
    { id: 1, app_id: 10, role_id: 101, user_id: 7 },
  ])
  const gone = [{ id: 1, app_id: 10, role_id: 100, user_id: null }]
  expect(appRolesToSend(withRole(stored, 'stored-1', null), 7)).toEqual(gone)
  expect(appRolesToSend(withoutApp(stored, 'stored-1'), 7)).toEqual(gone)
})

test('sends a new row once it has a role, and drops it when it is removed', () => {
  const rows = withApp(stored, app(30))
  expect(rows.map(lacksRole)).toEqual([false, false, true])
  expect(appRolesToSend(withRole(rows, 'new-30', role(300)), null)).toEqual([
    { app_id: 30, role_id: 300, user_id: null },
  ])
  expect(withoutApp(rows, 'new-30')).toEqual(stored)
})

test('restores a removed app with its role', () => {
  expect(withApp(withoutApp(stored, 'stored-2'), app(20))).toEqual(stored)
})
