import { expect, test } from 'vitest'
import { createServiceKinds } from '../../../service-kinds.ts'
import { signInMethods } from './facts.ts'

test('lists sign-in methods with the members and in the order that clients of other servers expect', () => {
  const service = (name: string, type: string) => ({ name, label: null, type, icon: 'fa-x' })
  const services = [
    service('gh', 'oauth_github'),
    service('corp', 'ldap'),
    service('idp', 'saml'),
    service('db', 'sqlite'),
  ]
  const look = '"icon_class":"fa-x"'
  const payload = '{"username":"string","password":"string","service":"corp","remember_me":"bool"}'
  expect(JSON.stringify(signInMethods(services, createServiceKinds()))).toBe(
    [
      `{"oauth":[{"path":"user/session?service=gh","name":"gh","label":"gh","verb":["GET","POST"],"type":"oauth_github",${look}}],`,
      `"adldap":[{"path":"user/session?service=corp","name":"corp","label":"corp","verb":"POST","payload":${payload}}],`,
      `"saml":[{"path":"idp/sso","name":"idp","label":"idp","verb":"GET","type":"saml",${look}}]}`,
    ].join(''),
  )
})
