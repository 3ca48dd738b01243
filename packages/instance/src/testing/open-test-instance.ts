import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type App, openApp } from '../app.ts'
import type { Parts } from '../gateway/parts.ts'
import { systemClock } from '../platform/clock.ts'
import { type Config, readConfig } from '../platform/settings/config.ts'
import { createPasswords } from '../subjects/identity/people/passwords.ts'
import { type ExchangeableKinds, exchangeableKinds } from './exchangeable-kinds.ts'
import { type Factories, factories, type TestPerson } from './factories.ts'
import { timed } from './fixture-time.ts'
import { fetchFrom, type Send, sender } from './send.ts'
import { createMigratedPlace, type Engine } from './test-store.ts'

export interface TestInstanceOptions {
  readonly engine?: Engine
  readonly config?: Partial<Config>
  readonly clock?: () => number
  /** Receives the whole log, including requests, in place of `failures`. */
  readonly logger?: Logger
  /** Receives unexpected log messages; by default, an array of its own. */
  readonly failures?: string[]
}

export interface TestInstance {
  readonly server: App['server']
  /** The origin of hosted apps. */
  readonly apps: App['apps']
  readonly parts: Parts
  /** Exchanges its service types, as a start with other connectors would. Without effect if its configuration names connectors. */
  readonly exchangeKinds: ExchangeableKinds['exchange']
  readonly readiness: App['readiness']
  /** Not started: tests trigger its checks. */
  readonly scheduler: App['scheduler']
  readonly runner: App['runner']
  readonly scriptQueue: App['scriptQueue']
  /** Not started: added messages are sent, and retried when tests trigger it. */
  readonly deliveries: App['deliveries']
  readonly keyWarnings: App['keyWarnings']
  readonly send: Send
  /** For clients that are tested against an instance. */
  readonly fetch: typeof fetch
  readonly make: Factories
  /** The first administrator, a root administrator, signed in. */
  readonly root: TestPerson
  /** Signs in over the API, at the endpoint for administrators or users. */
  signIn(person: { email: string; password: string }, kind?: 'admin' | 'user'): Promise<{ token: string }>
  /** Unexpected log messages; a test that expects failures empties it. */
  readonly failures: string[]
  /** Removes everything. Throws if anything unexpected was logged. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Valid for Argon2id, but fast. */
const cheapHash = { memory: 32, passes: 1, lanes: 1 }

/** Milliseconds. */
const longestAnswer = 2_000

const rootPassword = 'password of root'

/** A complete instance on its own store, not listening; its database contains only what every new instance has. */
export async function openTestInstance(options: TestInstanceOptions = {}): Promise<TestInstance> {
  const { engine = 'sqlite', clock = systemClock } = options
  const place = await createMigratedPlace(engine)
  const config: Config = {
    ...readConfig({}),
    port: 0,
    dataFolder: place.dataFolder,
    databaseUrl: place.databaseUrl,
    firstAdmin: { email: 'root@example.test', password: rootPassword },
    sampleData: false,
    secret: '5a'.repeat(32),
    ...options.config,
  }
  const { failures = [] } = options
  const passwords = createPasswords(cheapHash)
  const heard =
    options.logger === undefined ? { log: (text: string) => failures.push(text) } : { logger: options.logger }
  const kinds = exchangeableKinds()
  const ofTest = config.connectors.length === 0 ? { kinds } : {}
  const open = () => openApp(config, { clock, passwords, ...ofTest, ...heard })
  const app = await timed('instances opened', open).catch(async (error) => {
    await place.remove()
    throw error
  })
  const { server, apps, parts, readiness, scheduler, runner, scriptQueue, deliveries, keyWarnings } = app
  const send = sender(server)

  const ask = fetchFrom(server)
  const underWay = new Set<Promise<Response>>()
  const fetch: typeof globalThis.fetch = async (...asked) => {
    const answer = ask(...asked)
    underWay.add(answer)
    return answer.finally(() => underWay.delete(answer))
  }

  async function close(): Promise<void> {
    // The server does not wait for injected requests. Endless ones end with it.
    await Promise.race([Promise.allSettled(underWay), setTimeout(longestAnswer, undefined, { ref: false })])
    await app.close()
    await place.remove()
    if (failures.length > 0) throw new Error(`The instance failed unexpectedly:\n${failures.join('\n')}`)
  }

  return {
    server,
    apps,
    parts,
    exchangeKinds: kinds.exchange,
    readiness,
    scheduler,
    runner,
    scriptQueue,
    deliveries,
    keyWarnings,
    send,
    fetch,
    make: factories(parts),
    root: await rootOf(parts),
    async signIn({ email, password }, kind = 'admin') {
      const path = kind === 'admin' ? 'system/admin/session' : 'user/session'
      const name = config.loginAttribute
      const { status, body } = await send<{ session_token: string }>('POST', path, {
        body: { [name]: email, password },
      })
      if (status !== 200) throw new Error(`Signing in answered ${status}: ${JSON.stringify(body)}`)
      return { token: body.session_token }
    },
    failures,
    close,
    [Symbol.asyncDispose]: close,
  }
}

async function rootOf({ store, tokens }: Parts): Promise<TestPerson> {
  const { id, email } = await store.db
    .selectFrom('user')
    .select(['id', 'email'])
    .where('is_root_admin', '=', 1)
    .executeTakeFirstOrThrow()
  return { id, email, password: rootPassword, token: await tokens.issue(id, false) }
}
