import type { Against } from './against.ts'

/** Tests of one type alone, or of several that are tested together. */
interface OwnTest {
  /** Below `subjects`. */
  readonly test: string
  readonly against: readonly TestedAgainst[]
}

interface TestedAgainst extends Against {
  /** The title of the `describe` that runs on it; empty: the whole file does. */
  readonly title: string
}

const real = (test: string, ...servers: readonly (readonly [name: string, title?: string])[]): OwnTest => ({
  test,
  against: servers.map(([name, title = '']) => ({ kind: 'real', name, title })),
})
const standIn = (test: string, name: string): OwnTest => ({ test, against: [{ kind: 'stand-in', name, title: '' }] })
const withSaml = 'sign-in/saml/saml-sign-in.test.ts'
const withOauth = 'people/oauth/oauth-sign-in.test.ts'

export const counterparts = 'sign-in/saml/saml-counterparts.test.ts'

/** The suites that types of one shape share. */
export const sharedTests = {
  databases: 'databases/suite/databases.test.ts',
  documents: 'documents/suite/documents.test.ts',
  files: 'files/suite/storages.test.ts',
  caches: 'caches/cache-service.test.ts',
} as const

/** The tests of types that have no suite with others, or whose suite does not say itself what it runs on. */
export const ownTests: Readonly<Record<string, OwnTest>> = {
  cache_local: real('caches/cache-service.test.ts', ['memory', 'a cache service: memo']),
  cache_redis: real('caches/cache-service.test.ts', ['Redis', 'a cache service: redis']),
  cache_memcached: real('caches/cache-service.test.ts', ['memcached', 'a cache service: memcached']),
  logstash: standIn('messages/logstash/logstash.test.ts', 'GELF, TCP, UDP and HTTP'),
  mqtt: real('messages/mqtt/mqtt.test.ts', ['Mosquitto']),
  aws_sns: standIn('messages/sns/sns.test.ts', 'the query API'),
  gcm: standIn('messages/fcm/fcm.test.ts', 'HTTP v1, with Google’s tokens'),
  apns: standIn('messages/apns/apns.test.ts', 'HTTP/2, with tokens and certificates'),
  smtp_email: real('email/email-service.test.ts', ['smtp-server']),
  local_email: real('email/outbox.test.ts', ['the outbox']),
  mailgun_email: standIn('email/mail-apis.test.ts', 'HTTP'),
  aws_ses: standIn('email/mail-apis.test.ts', 'HTTP'),
  rws: real('remote/remote-service.test.ts', ['HTTP servers']),
  excel: standIn('workbooks/workbooks.test.ts', 'files in Excel’s format'),
  soap: real('remote/soap/soap.test.ts', ['the package soap']),
  github: standIn('repositories/repositories.test.ts', 'HTTP'),
  gitlab: standIn('repositories/repositories.test.ts', 'HTTP'),
  bitbucket: standIn('repositories/repositories.test.ts', 'HTTP'),
  nodejs: real('scripts/services/script-service.test.ts', ['Node.js']),
  php: real('scripts/run/other-languages.test.ts', ['PHP', 'scripts in php']),
  python: real('scripts/run/other-languages.test.ts', ['Python', 'scripts in python3']),
  python3: real('scripts/run/other-languages.test.ts', ['Python', 'scripts in python3']),
  ldap: real('sign-in/directory/directory-login.test.ts', ['OpenLDAP']),
  adldap: real('sign-in/directory/active-directory.test.ts', ['Samba']),
  oidc: real('people/oauth/openid-counterpart.test.ts', ['LemonLDAP', 'people of LemonLDAP::NG']),
  saml: {
    test: withSaml,
    against: [{ kind: 'stand-in', name: 'a provider of SAML 2.0', title: '' }],
  },
  okta_saml: standIn(withSaml, 'a provider of SAML 2.0'),
  auth0_sso: standIn(withSaml, 'a provider of SAML 2.0'),
  mcp: real('mcp/data-mcp.test.ts', ['clients of the protocol']),
  system_mcp: real('mcp/system-mcp.test.ts', ['clients of the protocol']),
  ...Object.fromEntries(
    ['azure_ad', 'bitbucket', 'facebook', 'github', 'google', 'linkedin', 'microsoft-live', 'twitter'].map((name) => [
      `oauth_${name}`,
      standIn(withOauth, 'HTTP'),
    ]),
  ),
}

/** Why a type was run on nothing where the suites ran, though it runs here or by a connector of ours. */
export const notRun: Readonly<Record<string, string>> = {
  oracle: 'By its connector. No server was at hand: its SQL is tested as texts, its refusals with the driver.',
  sqlsrv: 'No server was at hand: its SQL is tested as texts. The suite runs where one answers on port 1433.',
}
