import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createServiceKinds } from './service-kinds.ts'
import { connectionTestOf } from './subjects/services/registry/service-check.ts'
import { fixture } from './testing/fixture.ts'
import { sharedInstance } from './testing/test-instance.ts'
import {
  openUnrulyLine,
  openUnrulyServer,
  type UnrulyServer,
  unruly,
  unrulyLines,
  unrulyXml,
} from './testing/unruly-server.ts'

const kinds = createServiceKinds()

type Settings = Readonly<Record<string, unknown>>

/** A service type whose services send requests to a server in their settings. */
interface Asking {
  readonly speaks: 'HTTP' | 'its own protocol'
  /** Settings with timeouts of a second or two, where the type has such settings. */
  settings(port: number): Settings
  /** Path of a request that makes the service call its server. If absent, the settings are tested instead. */
  readonly path?: (service: string) => string
  /** Whether it passes the server's responses through, whatever they contain. */
  readonly passesOn?: true
  /** How its driver handles an endless response until the timeout: it buffers it (not tested) or discards it (not counted). */
  readonly readsOn?: 'and keeps it' | 'and forgets it'
}

const secret = 'do-not-tell'
const place = (port: number) => ({ host: '127.0.0.1', port })
const web = (port: number) => `http://127.0.0.1:${port}/`
const by = { username: 'clerk', password: secret }
const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' })
const aws = { key: 'none', secret, region: 'us-east-1' }

const line = (settings: (port: number) => Settings): Asking => ({ speaks: 'its own protocol', settings })
const http = (settings: (port: number) => Settings, more: Partial<Asking> = {}): Asking => ({
  speaks: 'HTTP',
  settings,
  ...more,
})
const limits = { connect_timeout: 1, statement_timeout: 1 }
const database = line((port) => ({ ...place(port), ...by, database: 'shop', options: limits }))
const documents: Asking = { ...line((port) => ({ ...place(port), database: 'shop' })), readsOn: 'and keeps it' }
const directory: Asking = {
  ...line((port) => ({ host: `127.0.0.1:${port}`, base_dn: 'dc=test', ...by })),
  readsOn: 'and forgets it',
}
const remoteFolder = line((port) => ({ ...place(port), ...by, container: 'in', timeout: 2 }))
const account = (port: number) => ({
  project_id: 'none',
  client_email: 'none@none.test',
  token_uri: `${web(port)}token`,
  private_key: key,
})

/** Each type that runs here, or `null` if its settings name no server that it calls. */
const types: Readonly<Record<string, Asking | null>> = {
  adldap: directory,
  alloydb: database,
  amqp: line((port) => ({ ...place(port), ...by })),
  api_builder: null,
  apns: line((port) => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const certificate = privateKey.export({ type: 'pkcs8', format: 'pem' })
    return { certificate, key_id: 'k', team_id: 't', topic: 'x', endpoint: `https://127.0.0.1:${port}` }
  }),
  auth0_sso: null,
  aws_dynamodb: http((port) => ({ ...aws, endpoint: web(port) })),
  aws_redshift_db: database,
  aws_s3: http((port) => ({ ...aws, container: 'in', endpoint: web(port) })),
  aws_ses: http((port) => ({ ...aws, endpoint: web(port) })),
  aws_sns: http((port) => ({ ...aws, endpoint: web(port) })),
  azure_blob: http((port) => ({
    account_name: 'none',
    account_key: 'bm9uZQ==',
    container: 'files',
    endpoint: web(port),
  })),
  bitbucket: null,
  cache_local: null,
  cache_memcached: line(place),
  cache_redis: line(place),
  couchdb: http((port) => ({ dsn: `http://clerk:${secret}@127.0.0.1:${port}/` })),
  duckdb: null,
  excel: null,
  ftp_file: remoteFolder,
  gcm: http((port) => ({ api_key: JSON.stringify(account(port)), endpoint: web(port) })),
  github: null,
  gitlab: http((port) => ({ base_url: web(port), token: secret, namespace: 'ours' }), {
    path: (name) => `${name}/_repo`,
  }),
  gridfs: documents,
  hadoop_hdfs: http((port) => ({ ...place(port), username: 'clerk', container: '/in' })),
  ldap: directory,
  local_email: null,
  local_file: null,
  logstash: null,
  mailgun_email: http((port) => ({ domain: 'mail.test', key: secret, endpoint: web(port) })),
  mariadb: database,
  mcp: null,
  memsql: database,
  mongodb: documents,
  mqtt: line((port) => ({ ...place(port), client_id: 'one' })),
  mysql: database,
  nodejs: null,
  oauth_azure_ad: null,
  oauth_bitbucket: null,
  oauth_facebook: null,
  oauth_github: null,
  oauth_google: null,
  oauth_linkedin: null,
  'oauth_microsoft-live': null,
  oauth_twitter: null,
  oidc: http(
    (port) => ({
      discovery_document: web(port),
      client_id: 'us',
      client_secret: secret,
      redirect_url: 'http://localhost/',
    }),
    { path: (name) => `user/session?service=${name}` },
  ),
  okta_saml: null,
  openstack_object_storage: http((port) => ({ url: `${web(port)}v3`, ...by, tenant_name: 'ours', container: 'in' })),
  pgsql: database,
  php: null,
  python: null,
  python3: null,
  rackspace_cloud_files: http((port) => ({
    url: `${web(port)}v2.0`,
    username: 'clerk',
    api_key: secret,
    container: 'in',
  })),
  rws: http((port) => ({ base_url: web(port), options: { timeout: 1 } }), {
    path: (name) => `${name}/any`,
    passesOn: true,
  }),
  salesforce_db: http((port) => ({
    login_url: web(port),
    client_id: 'us',
    client_secret: secret,
    ...by,
    options: limits,
  })),
  saml: null,
  sftp_file: remoteFolder,
  smtp_email: line((port) => ({ ...place(port), ...by })),
  snowflake: http((port) => ({
    account: 'none',
    username: 'clerk',
    database: 'SHOP',
    private_key: key,
    endpoint: web(port),
    options: limits,
  })),
  soap: http((port) => ({ wsdl: web(port), options: { timeout: 1 } })),
  sqlite: null,
  sqlsrv: database,
  system_mcp: null,
  webdav_file: http((port) => ({ base_uri: web(port), ...by, container: 'in' })),
}

const { send, root: as } = sharedInstance({ config: { allowPrivateHosts: ['127.0.0.1'] } })
const asking = Object.entries(types).flatMap(([type, asked]) => (asked === null ? [] : [{ type, ...asked }]))
type Each = (typeof asking)[number]

let services = 0

/** Returns the response of a service whose server listens on that port. */
async function answerOf({ type, settings, path }: Each, port: number) {
  services += 1
  const name = `service${services}`
  const body = { resource: [{ name, label: name, type, is_active: true, config: settings(port) }] }
  const made = await send<{ resource: [{ id: number }] }>('POST', 'system/service', { as, body })
  expect([type, made.status, made.status === 201 ? '' : made.body]).toEqual([type, 201, ''])
  const kind = kinds.of(type)
  const trial = kind === undefined ? null : connectionTestOf(kind)
  const query = new URLSearchParams(trial?.params)
  const answer = await send('GET', path?.(name) ?? `${name}/${trial?.resource}?${query}`, { as })
  await send('DELETE', `system/service/${made.body.resource[0].id}?force=true`, { as })
  return { status: answer.status, text: JSON.stringify(answer.body) }
}

it('covers every type that runs here', () => {
  const running = kinds.all.filter(({ name, singleton }) => !singleton && kinds.canRun(name))
  expect(Object.keys(types).filter((type) => kinds.of(type)?.isAvailable?.() !== false)).toEqual(
    running.map(({ name }) => name),
  )
})

const refused = (status: number) => (status >= 400 && status < 500) || (status >= 502 && status <= 504)

/** Maximum bytes of one response that are read, including socket buffers. */
const maxRead = 100 * 2 ** 20

interface Answered {
  readonly type: string
  readonly status: number
  readonly text: string
  /** Bytes that the server could send. */
  readonly read: number
}

async function byLine(manner: (typeof unrulyLines)[number], each: Each): Promise<Answered> {
  const server = await openUnrulyLine(manner)
  const answer = await answerOf(each, server.port)
  await server.close()
  return { ...answer, type: each.type, read: each.readsOn ? 0 : server.most() }
}

async function byHttp(manner: UnrulyServer['manner'], each: Each): Promise<Answered> {
  const server = await openUnrulyServer()
  server.manner = manner
  const answer = await answerOf(each, server.port)
  await server.close()
  return { ...answer, type: each.type, read: server.most }
}

/** Types that are tested with servers that misbehave in a manner. */
const typesFor = (manner: string, speaks: Asking['speaks']) =>
  asking.filter(
    (each) => each.speaks === speaks && !each.passesOn && !(manner === 'endless' && each.readsOn === 'and keeps it'),
  )

const webManners = [...unruly, ...unrulyXml]

/** What all types answered, by manner and type: asked concurrently, as most of them wait for timeouts. */
const answers = fixture(async () => {
  const asked = [
    ...unrulyLines.flatMap((manner) =>
      typesFor(manner, 'its own protocol').map((each) => [manner, byLine(manner, each)] as const),
    ),
    ...webManners.flatMap((manner) => typesFor(manner, 'HTTP').map((each) => [manner, byHttp(manner, each)] as const)),
  ]
  const answered = asked.map(async ([manner, answer]) => {
    const { type, ...rest } = await answer
    return [`${manner} ${type}`, rest] as const
  })
  return new Map(await Promise.all(answered))
})

describe.each([
  ...unrulyLines.map((manner) => ({ manner, speaks: 'its own protocol' }) as const),
  ...webManners.map((manner) => ({ manner, speaks: 'HTTP' }) as const),
])('a server that is, or whose responses are, $manner', ({ manner, speaks }) => {
  it.each(typesFor(manner, speaks))('results in an error response for $type', ({ type }) => {
    const { status, text, read } = answers.get(`${manner} ${type}`) ?? { status: 0, text: '', read: 0 }
    expect([type, status, refused(status)]).toEqual([type, status, true])
    expect(text).not.toContain(secret)
    expect(text).not.toContain('root:')
    expect(read).toBeLessThan(maxRead)
  })
})
