import type { Against } from './against.ts'

/** A test of a single type, or of several types together. */
interface OwnTest extends Against {
  /** Path below `subjects`, or in the sources of a connector's package. */
  readonly test: string
  /** Title of the `describe` that runs on it; empty: the whole file. */
  readonly title: string
}

/** `title`: of the `describe`. */
const real = (test: string, name: string, title = ''): readonly OwnTest[] => [{ test, kind: 'real', name, title }]
const standIn = (test: string, name: string, title = ''): readonly OwnTest[] => [
  { test, kind: 'stand-in', name, title },
]
const cache = 'services/caches/cache-service.test.ts'
const otherLanguages = 'integrations/scripts/run/other-languages.test.ts'
const repositories = 'integrations/repositories/repositories.test.ts'
const mailApis = 'identity/email/mail-apis.test.ts'
const saml = 'identity/sign-in/saml/saml-sign-in.test.ts'
const samlCounterparts = 'identity/sign-in/saml/saml-counterparts.test.ts'
const providers = 'identity/people/oauth/providers.test.ts'
const openIdProviders = 'identity/people/oauth/open-id-providers.test.ts'
const typedPeople = (type: string) => `people of a service of the type ${type}`
const ofProvider = (type: string) => standIn(providers, 'its answers', `people of ${type}`)

/** Suites shared by types with the same interface. */
export const sharedTests = {
  databases: 'data/databases/suite/databases.test.ts',
  documents: 'data/documents/suite/documents.test.ts',
  files: 'data/files/suite/storages.test.ts',
  caches: cache,
} as const

/** Tests of types without a shared suite, or whose suite does not declare what it runs on. */
export const ownTests: Readonly<Record<string, readonly OwnTest[]>> = {
  cache_local: real(cache, 'memory', 'a cache service: memo'),
  cache_redis: real(cache, 'Redis', 'a cache service: redis'),
  cache_memcached: real(cache, 'memcached', 'a cache service: memcached'),
  logstash: standIn('connector-logstash/logstash.test.ts', 'GELF, TCP, UDP and HTTP'),
  mqtt: real('connector-mqtt/mqtt.test.ts', 'Mosquitto'),
  amqp: real('connector-amqp/amqp.test.ts', 'RabbitMQ'),
  aws_sns: standIn('connector-push/sns.test.ts', 'the query API'),
  gcm: standIn('connector-push/fcm.test.ts', 'HTTP v1, with Google’s tokens'),
  apns: standIn('connector-push/apns.test.ts', 'HTTP/2, with tokens and certificates'),
  smtp_email: real('identity/email/email-service.test.ts', 'smtp-server'),
  local_email: real('identity/email/outbox.test.ts', 'the outbox'),
  mailgun_email: standIn(mailApis, 'HTTP', 'mails by mailgun_email'),
  aws_ses: standIn(mailApis, 'HTTP', 'mails by aws_ses'),
  rws: real('integrations/remote/remote-service.test.ts', 'HTTP servers'),
  excel: standIn('data/workbooks/workbooks.test.ts', 'files in Excel’s format'),
  soap: real('integrations/remote/soap/soap.test.ts', 'the package soap'),
  github: standIn(repositories, 'HTTP'),
  gitlab: standIn(repositories, 'HTTP'),
  bitbucket: standIn(repositories, 'HTTP'),
  api_builder: real('integrations/custom-apis/custom-api-service.test.ts', 'services of this instance'),
  nodejs: real('integrations/scripts/script-service.test.ts', 'Node.js'),
  php: real(otherLanguages, 'PHP', 'scripts in php'),
  python: real(otherLanguages, 'Python', 'scripts in python3'),
  python3: real(otherLanguages, 'Python', 'scripts in python3'),
  ldap: real('identity/sign-in/directory/directory-login.test.ts', 'OpenLDAP'),
  adldap: [
    ...standIn('identity/sign-in/directory/windows-names.test.ts', 'OpenLDAP, with its attributes'),
    ...real('identity/sign-in/directory/active-directory.test.ts', 'Samba'),
  ],
  oidc: [
    ...standIn('identity/people/oauth/oauth-sign-in.test.ts', 'a provider of OpenID Connect'),
    ...real('identity/people/oauth/openid-counterpart.test.ts', 'LemonLDAP::NG', 'people of LemonLDAP::NG'),
  ],
  saml: [
    ...standIn(saml, 'a provider of SAML 2.0'),
    ...real(samlCounterparts, 'SimpleSAMLphp', 'people of SimpleSAMLphp'),
    ...real(samlCounterparts, 'LemonLDAP::NG', 'people of LemonLDAP::NG'),
  ],
  okta_saml: standIn(saml, 'a provider of SAML 2.0', typedPeople('okta_saml')),
  auth0_sso: standIn(saml, 'a provider of SAML 2.0', typedPeople('auth0_sso')),
  mcp: real('integrations/mcp/data-mcp.test.ts', 'clients of the protocol'),
  system_mcp: real('integrations/mcp/system-mcp.test.ts', 'clients of the protocol'),
  oauth_azure_ad: standIn(openIdProviders, 'its answers', 'one directory of Microsoft'),
  oauth_bitbucket: ofProvider('oauth_bitbucket'),
  oauth_facebook: ofProvider('oauth_facebook'),
  oauth_github: ofProvider('oauth_github'),
  oauth_google: standIn(openIdProviders, 'its answers', 'Google'),
  oauth_linkedin: ofProvider('oauth_linkedin'),
  'oauth_microsoft-live': standIn(openIdProviders, 'its answers', 'accounts of Microsoft'),
  oauth_twitter: ofProvider('oauth_twitter'),
}

/** Why the suites did not test a type, although it runs here or with a connector of ours. */
export const notRun: Readonly<Record<string, string>> = {
  oracle: 'By its connector. No server was at hand: its SQL is tested as texts, its refusals with the driver.',
  sqlsrv: 'No server was at hand: its SQL is tested as texts. The suite runs where one answers on port 1433.',
}

/** The file of a test, relative to the repository. */
export function testFile(test: string): string {
  const [, name, path] = /^(connector-[^/]+)\/(.+)$/.exec(test) ?? []
  return name === undefined ? `packages/instance/src/subjects/${test}` : `packages/${name}/src/${path}`
}
