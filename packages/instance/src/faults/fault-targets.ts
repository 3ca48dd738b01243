import { type Relay, relayTo } from '../platform/connections/relay.ts'
import { suiteStorages } from '../subjects/data/files/suite/suite-storages.ts'
import { hasDirectory, openTestDirectory, testBase } from '../testing/counterparts/slapd.ts'
import { suiteEngines } from '../testing/databases/test-engines.ts'
import { openTestInstance, type TestInstance } from '../testing/open-test-instance.ts'
import { redisUrl } from '../testing/redis.ts'
import type { Answer } from '../testing/send.ts'
import { openTestMailServer } from '../testing/test-mail-server.ts'
import { createTestDatabase, hasPostgresServer } from '../testing/test-postgres.ts'
import { openTestRemote } from '../testing/test-remote.ts'

/** An external system that the instance connects to, as tested by the fault suite. */
export interface FaultTarget {
  readonly name: string
  readonly answers: boolean
  open(): Promise<OpenTarget>
}

export interface OpenTarget {
  /** The relay between the instance and the system. */
  readonly relay: Relay
  /** Makes a request that needs the system. */
  call(): Promise<Answer<unknown>>
  /** Milliseconds within which the request has to be answered, whatever happens. */
  readonly limit: number
  close(): Promise<void>
}

interface Counterpart {
  readonly port: number
  close(): Promise<unknown>
}

/** A service and its remote system, with an instance of its own. `config` receives the relay's port. */
interface ServiceTarget {
  readonly name: string
  readonly answers: boolean
  readonly type: string
  readonly limit: number
  start(): Promise<Counterpart & { config(port: number): Readonly<Record<string, unknown>> }>
  /** Creates what the request needs. */
  prepare?(instance: TestInstance, service: string): Promise<Answer<unknown>>
  call(instance: TestInstance, service: string): Promise<Answer<unknown>>
}

const hasPostgres = await hasPostgresServer()

function onService({ name, answers, type, limit, start, prepare, call }: ServiceTarget): FaultTarget {
  return {
    name,
    answers,
    async open() {
      const counterpart = await start()
      const relay = await relayTo('127.0.0.1', counterpart.port)
      const instance = await openTestInstance({ config: { allowPrivateHosts: ['*'] } })
      const record = {
        name: 'outside',
        label: 'Outside',
        type,
        is_active: true,
        config: counterpart.config(relay.port),
      }
      const response = await instance.send('POST', 'system/service', {
        as: instance.root,
        body: { resource: [record] },
      })
      const prepared = await prepare?.(instance, 'outside')
      if (response.status >= 300 || (prepared?.status ?? 0) >= 300) {
        throw new Error(`Making the service answered ${JSON.stringify([response.body, prepared?.body])}`)
      }
      return {
        relay,
        limit,
        call: () => call(instance, 'outside'),
        async close() {
          await relay.open()
          await instance.close()
          await relay.close()
          await counterpart.close()
        },
      }
    },
  }
}

const databases = suiteEngines
  .filter(({ type }) => type !== 'sqlite')
  .map((suite) =>
    onService({
      name: `a service on ${suite.name}`,
      answers: suite.answers && suite.keepsSessions,
      type: suite.type,
      // The server's own timeout, plus the time for reporting it.
      limit: 8_000,
      async start() {
        const { config, drop } = await suite.create()
        const options = { connect_timeout: 1, acquire_timeout: 1, statement_timeout: 1 }
        return { port: Number(config.port), config: (port) => ({ ...config, port, options }), close: drop }
      },
      call: ({ send, root: as }, service) => send('GET', `${service}/_schema?refresh=true`, { as }),
    }),
  )

/** One for each client implementation; the other servers use the same clients. */
const storageNames = new Set(['S3', 'SFTP', 'FTP by vsftpd', 'FTPS by vsftpd over TLS 1.3'])

const storages = suiteStorages
  .filter(({ name }) => storageNames.has(name))
  .map((suite) =>
    onService({
      name: `files on ${suite.name}`,
      answers: suite.answers,
      type: suite.type,
      limit: suite.type === 'aws_s3' ? 17_000 : 8_000,
      async start() {
        const { port, at, drop } = await suite.open({ exchangeKinds: () => undefined })
        return { port: port ?? 0, config: (relayed) => ({ ...at(relayed), timeout: 2 }), close: drop }
      },
      prepare: ({ send, root: as }, service) => send('POST', `${service}/there.txt`, { as, body: 'There.' }),
      call: ({ send, root: as }, service) => send('GET', `${service}/?as_list=true`, { as }),
    }),
  )

const redisService = onService({
  name: 'a service on Redis',
  answers: redisUrl !== null,
  type: 'cache_redis',
  limit: 6_000,
  start: async () => ({
    port: Number(new URL(redisUrl ?? 'redis://x:0').port),
    config: (port) => ({ host: '127.0.0.1', port }),
    close: async () => undefined,
  }),
  call: ({ send, root: as }, service) => send('PUT', `${service}/fault-${process.pid}?ttl=60`, { as, body: 1 }),
})

const directory = onService({
  name: 'a directory',
  answers: hasDirectory,
  type: 'ldap',
  limit: 9_000,
  async start() {
    const { port, searcher, close } = await openTestDirectory('')
    const config = { base_dn: testBase, user_filter: '(uid=%s)', ...searcher }
    return { port, config: (relayed) => ({ ...config, host: `127.0.0.1:${relayed}` }), close }
  },
  call: ({ send, root: as }, service) => send('GET', `${service}?check=true`, { as }),
})

const mail = onService({
  name: 'a mail server',
  answers: true,
  type: 'smtp_email',
  limit: 12_000,
  async start() {
    const { port, account, close } = await openTestMailServer()
    return { port, config: (relayed) => ({ host: '127.0.0.1', port: relayed, ...account }), close }
  },
  call: ({ send, root: as }, service) =>
    send('POST', service, {
      as,
      body: {
        to: [{ email: 'ann@example.test' }],
        from_email: 'root@example.test',
        subject: 'Still there?',
        body_text: 'Yes.',
      },
    }),
})

const remote = onService({
  name: 'another API',
  answers: true,
  type: 'rws',
  limit: 4_000,
  async start() {
    const { port, close } = await openTestRemote()
    return {
      port,
      config: (relayed) => ({ base_url: `http://127.0.0.1:${relayed}/base`, options: { TIMEOUT: 2 } }),
      close: async () => close(),
    }
  },
  call: ({ send, root: as }, service) => send('GET', `${service}/count`, { as }),
})

const ownStore: FaultTarget = {
  name: 'the own store',
  answers: hasPostgres,
  async open() {
    const database = await createTestDatabase()
    const url = new URL(database.url)
    const relay = await relayTo(url.hostname, Number(url.port))
    url.port = String(relay.port)
    const instance = await openTestInstance({ config: { databaseUrl: url.toString(), databaseTimeout: 1 } })
    return {
      relay,
      // Includes the time to wait for a connection.
      limit: 9_000,
      call: () => instance.send('GET', 'system/role', { as: instance.root }),
      async close() {
        await relay.open()
        // A fault that lasts on a busy machine is logged, as it should be.
        instance.failures.length = 0
        await instance.close()
        await relay.close()
        await database.drop()
      },
    }
  },
}

const limits: FaultTarget = {
  name: 'Redis for limits',
  answers: redisUrl !== null,
  async open() {
    const { hostname, port } = new URL(redisUrl ?? '')
    const relay = await relayTo(hostname, Number(port))
    const instance = await openTestInstance({ config: { redisUrl: `redis://127.0.0.1:${relay.port}` } })
    const user = await instance.make.user()
    const limit = { name: 'many', type: 'instance.user', user_id: user.id, rate: 1000, period: 'minute' }
    await instance.send('POST', 'system/limit', { as: instance.root, body: { resource: [limit] } })
    return {
      relay,
      limit: 3_000,
      call: () => instance.send('GET', 'user/profile', { as: user }),
      async close() {
        await relay.open()
        await instance.close()
        await relay.close()
      },
    }
  },
}

export const faultTargets: readonly FaultTarget[] = [
  ownStore,
  limits,
  redisService,
  ...databases,
  ...storages,
  directory,
  mail,
  remote,
]
