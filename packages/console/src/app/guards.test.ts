import type { Environment, EnvironmentApp } from '@millwright/contract/wire/environment'
import { describe, expect, test } from 'vitest'
import type { StoredSession } from '../instance/session.ts'
import { callingKey } from './calling-key.ts'
import { decide, type Guard } from './guards.ts'
import { landingFor, returnAddress, withoutHash } from './landing.ts'
import { startAddress } from './start-address.ts'

const app = (name: string): EnvironmentApp => ({ id: 1, name, description: null, url: '', is_default: false })
const withAdmin: Environment = { apps: [app('admin'), app('shop')] }
const withShop: Environment = { apps: [app('shop')] }
const person = (is_sys_admin: boolean, email = 'ann@example.test'): StoredSession => ({
  session_token: 'token',
  id: 1,
  name: 'Ann',
  first_name: null,
  last_name: null,
  email,
  is_sys_admin,
  is_root_admin: false,
  last_login_date: null,
  host: '',
})

const anonymous = { user: null, environment: {} }
const admin = { user: person(true), environment: withAdmin }
const worker = { user: person(false), environment: withAdmin }
const customer = { user: person(false), environment: withShop }

describe('access to pages', () => {
  test.each<[Guard, string, Parameters<typeof decide>[1], string]>([
    ['admin-area', 'nobody', anonymous, 'sign-in'],
    ['admin-area', 'somebody without the admin app', customer, '/launchpad'],
    ['admin-area', 'a user with the admin app', worker, 'in'],
    ['admin-area', 'an administrator', admin, 'in'],
    ['system-admin', 'nobody', anonymous, 'sign-in'],
    ['system-admin', 'a user with the admin app', worker, '/launchpad'],
    ['system-admin', 'an administrator without the admin app', { ...admin, environment: withShop }, '/launchpad'],
    ['system-admin', 'an administrator', admin, 'in'],
    ['anonymous', 'nobody', anonymous, 'in'],
    ['anonymous', 'an administrator', admin, '/home'],
    ['anonymous', 'a user', customer, '/launchpad'],
    ['launchpad', 'nobody, where no app is public', anonymous, 'sign-in'],
    ['launchpad', 'nobody, where an app is public', { user: null, environment: withShop }, 'in'],
    ['launchpad', 'somebody without apps', { user: person(false), environment: {} }, 'in'],
    ['signed-in', 'nobody', anonymous, 'sign-in'],
    ['signed-in', 'a user', customer, 'in'],
  ])('%s: %s', (guard, _, visitor, outcome) => {
    const decision = decide(guard, visitor)
    expect(decision.go === 'to' ? decision.path : decision.go).toBe(outcome)
  })
})

test('a tab that is an app is open to people who have that app with its key, even without the admin app', () => {
  const files = (api_key?: string) => ({ apps: [{ ...app('file_manager'), ...(api_key && { api_key }) }] })
  const visit = (environment: Environment, of?: string) =>
    decide('admin-area', { user: person(false), environment }, of).go
  expect(visit(files('key'))).toBe('to')
  expect(visit(files('key'), 'api_docs')).toBe('to')
  expect(visit(files(), 'file_manager')).toBe('to')
  expect(visit(files('key'), 'file_manager')).toBe('in')
  expect(decide('admin-area', { user: null, environment: files('key') }, 'file_manager').go).toBe('sign-in')
})

test('requests have the key of the open tab for people without other access to the console', () => {
  const both = {
    apps: [
      { ...app('api_docs'), api_key: 'docs' },
      { ...app('file_manager'), api_key: 'files' },
    ],
  }
  const at = (pathname: string, environment: Environment = both) => callingKey('own', environment, pathname)
  expect(at('/file-manager')).toBe('files')
  expect(at('/apidocs/db')).toBe('docs')
  expect(at('/launchpad')).toBe('docs')
  expect(at('/file-manager', { apps: [...both.apps, app('admin')] })).toBe('own')
  expect(at('/file-manager', withShop)).toBe('own')
})

describe('the start page', () => {
  test.each([
    ['a user', person(false), {}, '/launchpad'],
    ['an administrator', person(true), {}, '/home'],
    ['the example account', person(true, 'user@example.com'), { platform: { bitnami_demo: false } }, '/profile'],
    ['the example account of a demo', person(true, 'user@example.com'), { platform: { bitnami_demo: true } }, '/home'],
    ['the example account where demo is unknown', person(true, 'user@example.com'), { platform: {} }, '/home'],
    ['another account', person(true), { platform: { bitnami_demo: false } }, '/home'],
  ])('%s', (_, user, environment, path) => {
    expect(landingFor(user, environment)).toBe(path)
  })
})

describe('the return address', () => {
  test.each([
    '//evil.test',
    '/\\evil.test',
    'https://evil.test',
    'javascript:alert(1)',
    '/login',
    '/logout?x=1',
    '/login/again',
    '/',
    '',
    undefined,
    7,
  ])('ignores %s', (wanted) => {
    expect(returnAddress(wanted)).toBeNull()
  })

  test('accepts a page of the console, with its query', () => {
    expect(returnAddress('/admins?filter=ann&page=2')).toBe('/admins?filter=ann&page=2')
    expect(returnAddress('/logouts')).toBe('/logouts')
  })
})

describe('the initial address', () => {
  const at = (href: string) => startAddress(new URL(href, 'http://console.test'))

  test('converts a page after a hash to a plain page', () => {
    expect(at('/#/user-invite?code=1&email=a%40b.c')).toBe('/user-invite?code=1&email=a%40b.c')
    expect(withoutHash('#main')).toBeNull()
    expect(at('/#//evil.test')).toBeNull()
  })

  test('sends tokens to the login page wherever they arrive', () => {
    expect(at('/?session_token=abc#/launchpad')).toBe('/login?session_token=abc')
    expect(at('/home?code=1&state=2')).toBe('/login?code=1&state=2')
    expect(at('/login?session_token=abc')).toBeNull()
  })

  test('leaves a plain address unchanged', () => {
    expect(at('/admins?filter=ann')).toBeNull()
    expect(at('/user-invite?code=12')).toBeNull()
  })
})
