import { existsSync } from 'node:fs'
import { suiteDatabases } from '../subjects/databases/suite/suite-databases.ts'
import { suiteDocuments } from '../subjects/documents/suite/suite-databases.ts'
import { suiteStorages } from '../subjects/files/suite/suite-storages.ts'
import type { Against } from './against.ts'

interface Tested {
  readonly against: readonly Against[]
  /** Below `subjects`: the test that does it. */
  readonly test: string
}

const real = (test: string, ...names: readonly string[]): Tested => ({
  against: names.map((name) => ({ kind: 'real', name })),
  test,
})
const standIn = (test: string, name: string): Tested => ({ against: [{ kind: 'stand-in', name }], test })
const withSaml = 'sign-in/saml/saml-sign-in.test.ts'
const withOauth = 'people/oauth/oauth-sign-in.test.ts'

const declared: Readonly<Record<string, Tested>> = {
  mysql: real('databases/suite', 'MariaDB'),
  memsql: standIn('databases/suite', 'MariaDB, whose protocol it speaks'),
  cache_local: real('caches/cache-service.test.ts', 'memory'),
  cache_redis: real('caches/cache-service.test.ts', 'Redis'),
  cache_memcached: real('caches/cache-service.test.ts', 'memcached'),
  logstash: standIn('messages/logstash/logstash.test.ts', 'GELF, TCP, UDP and HTTP'),
  mqtt: real('messages/mqtt/mqtt.test.ts', 'Mosquitto'),
  aws_sns: standIn('messages/sns/sns.test.ts', 'the query API'),
  gcm: standIn('messages/fcm/fcm.test.ts', 'HTTP v1, with Google’s tokens'),
  apns: standIn('messages/apns/apns.test.ts', 'HTTP/2, with tokens and certificates'),
  smtp_email: real('email/email-service.test.ts', 'smtp-server'),
  local_email: real('email/outbox.test.ts', 'the outbox'),
  mailgun_email: standIn('email/mail-apis.test.ts', 'HTTP'),
  aws_ses: standIn('email/mail-apis.test.ts', 'HTTP'),
  rws: real('remote/remote-service.test.ts', 'HTTP servers'),
  excel: standIn('workbooks/workbooks.test.ts', 'files in Excel’s format'),
  soap: real('remote/soap/soap.test.ts', 'the package soap'),
  github: standIn('repositories/repositories.test.ts', 'HTTP'),
  gitlab: standIn('repositories/repositories.test.ts', 'HTTP'),
  bitbucket: standIn('repositories/repositories.test.ts', 'HTTP'),
  nodejs: real('scripts/services/script-service.test.ts', 'Node.js'),
  php: real('scripts/run/other-languages.test.ts', 'PHP'),
  python: real('scripts/run/other-languages.test.ts', 'Python'),
  python3: real('scripts/run/other-languages.test.ts', 'Python'),
  ldap: real('sign-in/directory/directory-login.test.ts', 'OpenLDAP'),
  adldap: real('sign-in/directory/active-directory.test.ts', 'Samba'),
  oidc: real('people/oauth/openid-counterpart.test.ts', 'LemonLDAP', 'oidc-provider'),
  saml: real('sign-in/saml/saml-counterparts.test.ts', 'SimpleSAMLphp', 'LemonLDAP'),
  okta_saml: standIn(withSaml, 'a provider of SAML 2.0'),
  auth0_sso: standIn(withSaml, 'a provider of SAML 2.0'),
  mcp: real('mcp/data-mcp.test.ts', 'clients of the protocol'),
  system_mcp: real('mcp/system-mcp.test.ts', 'clients of the protocol'),
  ...Object.fromEntries(
    ['azure_ad', 'bitbucket', 'facebook', 'github', 'google', 'linkedin', 'microsoft-live', 'twitter'].map((name) => [
      `oauth_${name}`,
      standIn(withOauth, 'HTTP'),
    ]),
  ),
}

/** Of a type: what it was tested against, and where; the suites that types share say it themselves. Fails for a test that is not there. */
export function testedAgainst(type: string): Tested {
  const { against, test } = declared[type] ?? bySuites(type)
  if (test !== '' && !existsSync(new URL(`../subjects/${test}`, import.meta.url))) throw new Error(`No test ${test}`)
  return { against, test }
}

function bySuites(type: string): Tested {
  const suites = [
    { members: suiteDatabases, test: 'databases/suite' },
    { members: suiteStorages, test: 'files/suite/storages.test.ts' },
    { members: suiteDocuments, test: 'documents/suite/documents.test.ts' },
  ]
  for (const { members, test } of suites) {
    const found = members.filter((member) => member.type === type).map(({ against }) => against)
    if (found.length > 0) return { against: found, test }
  }
  return { against: [], test: '' }
}
