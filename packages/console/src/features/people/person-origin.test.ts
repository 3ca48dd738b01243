import { expect, it } from 'vitest'
import { originOf } from './person-draft.ts'

it('names the login service from which an account comes', () => {
  const saml = [{ name: 'campus', label: 'The campus', path: 'campus/sso', verb: 'GET' }]
  expect(originOf({ saml: 'Campus' }, { saml })).toBe('Signs in with The campus.')
  expect(originOf({ oauth_provider: 'gone' }, { saml })).toBe('Signs in with gone.')
  expect(originOf({ adldap: 'ldap', ldap_username: 'ann' })).toBe('Signs in with a directory, as ann.')
  expect(originOf({ adldap: 'ldap' })).toBe('Signs in with a directory.')
  expect(originOf({ adldap: null, oauth_provider: '', saml: undefined })).toBeNull()
})
