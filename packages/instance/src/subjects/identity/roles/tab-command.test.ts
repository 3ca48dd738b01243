import { accessTabs } from '@millwright/contract/access/tabs'
import { describe, expect, it } from 'vitest'
import { readTabCommand } from './role-tabs.ts'

describe('the tab command in a request body', () => {
  it.each([
    [{}],
    [{ access_by_tabs: ['users'] }],
    [{ is_restricted_admin: false, access_by_tabs: ['users'] }],
    [{ is_restricted_admin: 'false', access_by_tabs: 'nonsense' }],
  ])('is null for %j', (body) => expect(readTabCommand(body)).toBeNull())

  it.each([
    ['no list', 7],
    ['an unknown tab', ['users', 'Users']],
    ['something else', [null]],
  ])('is rejected with %s', (_, access_by_tabs) => {
    expect(() => readTabCommand({ is_restricted_admin: true, access_by_tabs })).toThrow(
      expect.objectContaining({ status: 400 }),
    )
  })

  it.each([
    [true, ['users', 'roles'], ['users']],
    ['true', 'users, files', ['users', 'files']],
    ['1', '["apps"]', ['apps']],
    [true, undefined, []],
  ])('restricts to the tabs for %j and %j', (is_restricted_admin, access_by_tabs, tabs) => {
    expect(readTabCommand({ is_restricted_admin, access_by_tabs })).toEqual({ kind: 'restrict', tabs })
  })

  it('lifts the restriction for all tabs in any order', () => {
    expect(readTabCommand({ is_restricted_admin: true, access_by_tabs: [...accessTabs].reverse() })).toEqual({
      kind: 'free',
    })
  })
})
