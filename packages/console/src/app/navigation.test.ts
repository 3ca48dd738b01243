import { describe, expect, test } from 'vitest'
import { isRestricted } from '../instance/session.ts'
import { isGold } from '../instance/system-resources.ts'
import { lacksRootAdmin, type Permissions, visibleTabs } from './navigation.ts'
import { tabNames } from './tabs.ts'

const restricted = (...tabs: string[]): Permissions => ({ kind: 'restricted', tabs })

describe('the tabs that are shown', () => {
  test('somebody who is no administrator sees none of those for administrators', () => {
    expect(visibleTabs({ kind: 'user' })).toEqual(
      tabNames.filter((name) => !['admins', 'roles', 'limits', 'scheduler', 'reports'].includes(name)),
    )
  })

  test('an administrator without a role sees all, Reports last', () => {
    const shown = visibleTabs({ kind: 'admin', gated: false })
    expect(shown).toEqual([...tabNames])
    expect(shown[0]).toBe('home')
    expect(shown.at(-1)).toBe('reports')
  })

  test('one who is no root administrator does not see Admins and Reports where these are for root administrators', () => {
    const shown = visibleTabs({ kind: 'admin', gated: true })
    expect(shown).not.toContain('admins')
    expect(shown).not.toContain('reports')
    expect(shown).toContain('roles')
  })

  test('a restricted administrator sees Home, then the tabs as the server lists them, schema and data in place', () => {
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
  ])('Config is always among them: %s', (_, names, shown) => {
    expect(visibleTabs(restricted(...names))).toEqual(shown)
  })

  test('names that the console does not know are passed over', () => {
    expect(visibleTabs(restricted('apps', 'wizardry', 'constructor'))).toEqual(['home', 'apps', 'config'])
  })

  test('a server that does not say leaves all but Roles and Reports', () => {
    expect(visibleTabs({ kind: 'restricted', tabs: null })).toEqual(
      tabNames.filter((name) => name !== 'roles' && name !== 'reports'),
    )
  })
})

test('an instance is gold when it has limits and reports of services, whatever its licence says', () => {
  expect(isGold(['admin', 'limit', 'service_report'])).toBe(true)
  expect(isGold(['admin', 'limit'])).toBe(false)
})

test('an administrator with a role is restricted, a user with one is not', () => {
  const user = { id: 1, name: 'A', first_name: null, last_name: null, email: 'a@b.c', session_token: 't', host: '' }
  const person = { ...user, is_root_admin: false, last_login_date: null }
  expect(isRestricted({ ...person, is_sys_admin: true, role_id: 3 })).toBe(true)
  expect(isRestricted({ ...person, is_sys_admin: true })).toBe(false)
  expect(isRestricted({ ...person, is_sys_admin: false, role_id: 3 })).toBe(false)
})

test('the lack of a root administrator is told only where one is needed', () => {
  const gated: Permissions = { kind: 'admin', gated: true }
  expect(lacksRootAdmin(gated, { platform: { root_admin_exists: false } })).toBe(true)
  expect(lacksRootAdmin(gated, {})).toBe(true)
  expect(lacksRootAdmin(gated, { platform: { root_admin_exists: true } })).toBe(false)
  expect(lacksRootAdmin({ kind: 'admin', gated: false }, {})).toBe(false)
})
