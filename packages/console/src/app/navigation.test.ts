import { describe, expect, test } from 'vitest'
import { isRestricted } from '../instance/session.ts'
import { isGold } from '../instance/system-resources.ts'
import { lacksRootAdmin, type Permissions, visibleTabs } from './navigation.ts'
import { tabNames } from './tabs.ts'

const restricted = (...tabs: string[]): Permissions => ({ kind: 'restricted', tabs })

describe('the visible tabs', () => {
  test('exclude those for administrators for other users', () => {
    expect(visibleTabs({ kind: 'user' })).toEqual(
      tabNames.filter((name) => !['admins', 'roles', 'custom-apis', 'limits', 'scheduler', 'reports'].includes(name)),
    )
  })

  test('are all for an administrator without a role, with Reports last', () => {
    const shown = visibleTabs({ kind: 'admin', gated: false })
    expect(shown).toEqual([...tabNames])
    expect(shown[0]).toBe('home')
    expect(shown.at(-1)).toBe('reports')
  })

  test('exclude Admins and Reports where these are reserved for root administrators', () => {
    const shown = visibleTabs({ kind: 'admin', gated: true })
    expect(shown).not.toContain('admins')
    expect(shown).not.toContain('reports')
    expect(shown).toContain('roles')
  })

  test('are Home and the tabs listed by the server, in its order, for a restricted administrator, with schema and data in place', () => {
    expect(visibleTabs(restricted('users', 'schema/data', 'apps', 'config'))).toEqual([
      'home',
      'users',
      'schema',
      'data',
      'apps',
      'config',
    ])
  })

  test.each([
    ['directly after Scripts', ['apps', 'scripts', 'packages'], ['home', 'apps', 'scripts', 'config', 'packages']],
    ['else directly before Packages', ['apps', 'packages', 'limits'], ['home', 'apps', 'config', 'packages', 'limits']],
    ['else at the end', ['apps', 'files'], ['home', 'apps', 'files', 'config']],
  ])('always include Config: %s', (_, names, shown) => {
    expect(visibleTabs(restricted(...names))).toEqual(shown)
  })

  test('skip names that the console does not know', () => {
    expect(visibleTabs(restricted('apps', 'wizardry', 'constructor'))).toEqual(['home', 'apps', 'config'])
  })

  test('are all but Roles and Reports if the server does not list them', () => {
    expect(visibleTabs({ kind: 'restricted', tabs: null })).toEqual(
      tabNames.filter((name) => name !== 'roles' && name !== 'reports'),
    )
  })
})

test('an instance counts as gold if it has limits and service reports, whatever its licence', () => {
  expect(isGold(['admin', 'limit', 'service_report'])).toBe(true)
  expect(isGold(['admin', 'limit'])).toBe(false)
})

test('an administrator with a role is restricted, a user with a role is not', () => {
  const user = { id: 1, name: 'A', first_name: null, last_name: null, email: 'a@b.c', session_token: 't', host: '' }
  const person = { ...user, is_root_admin: false, last_login_date: null }
  expect(isRestricted({ ...person, is_sys_admin: true, role_id: 3 })).toBe(true)
  expect(isRestricted({ ...person, is_sys_admin: true })).toBe(false)
  expect(isRestricted({ ...person, is_sys_admin: false, role_id: 3 })).toBe(false)
})

test('warns of a missing root administrator only where one is needed', () => {
  const gated: Permissions = { kind: 'admin', gated: true }
  expect(lacksRootAdmin(gated, { platform: { root_admin_exists: false } })).toBe(true)
  expect(lacksRootAdmin(gated, {})).toBe(true)
  expect(lacksRootAdmin(gated, { platform: { root_admin_exists: true } })).toBe(false)
  expect(lacksRootAdmin({ kind: 'admin', gated: false }, {})).toBe(false)
})
