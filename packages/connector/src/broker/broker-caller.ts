import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '@millwright/contract/problem'
import { type Settings, textSetting } from '../config-values.ts'
import type { Caller, ConnectorTools } from '../connector.ts'
import { isYes, type ServiceRequest, type ServiceResponse } from '../request.ts'

const usualFolder = '/etc/ssl/certs'
const maxFiles = 1_000

/** The setting `capath`: a file or a folder of files with trusted certificates. */
export const trustedPlace = (config: Settings): string => textSetting(config, 'capath') ?? usualFolder

/**
 * The trusted certificates, or undefined for those that Node.js trusts. Throws a 503.
 * @param where the name of the broker in error messages
 */
export async function trustedCertificates(place: string, where: string): Promise<string[] | undefined> {
  if (place === usualFolder) return undefined
  try {
    return await certificatesIn(place)
  } catch (error) {
    throw new Problem(503, `The CA certificates for the ${where} cannot be read.`, { cause: error })
  }
}

async function certificatesIn(place: string): Promise<string[]> {
  const found = await stat(place)
  if (!found.isDirectory()) return [await readFile(place, 'utf8')]
  const names = (await readdir(place)).filter((name) => /\.(?:pem|crt|cer|0)$/.test(name)).slice(0, maxFiles)
  return Promise.all(names.map((name) => readFile(join(place, name), 'utf8')))
}

/** Milliseconds for a connection, and for a response of a broker. */
export const patience = 5_000
/** Milliseconds before a subscriber reconnects after losing its connection. */
export const pause = 2_000

/** What differs between brokers of messages. */
export interface Broker<Subscription> {
  /** Connects, and disconnects. */
  check(): Promise<void>
  /** Publishes the message in a body; resolves once the broker has it. */
  publish(payload: unknown): Promise<void>
  /** Throws a 400. */
  readSubscriptions(payload: unknown): readonly Subscription[]
  /** A subscription as it was sent. */
  listed(subscription: Subscription): Readonly<Record<string, unknown>>
  /** Calls services with messages, for the caller of `request`, until the returned function is called. */
  begin(subscriptions: readonly Subscription[], request: ServiceRequest): Promise<() => Promise<void>>
  /** Disconnects what publishes. */
  close(): Promise<void>
}

/** The resources `pub` and `sub` of a service that sends and receives messages through a broker (docs/wire/messages.md). */
export function brokerCaller<Subscription>(
  broker: Broker<Subscription>,
  { service, mayCallLater }: ConnectorTools,
): Caller {
  let running: Promise<{ readonly all: readonly Subscription[]; end(): Promise<void> }> | null = null

  async function subscribe(request: ServiceRequest): Promise<ServiceResponse> {
    mayCallLater(request)
    const all = broker.readSubscriptions(request.payload)
    if (running !== null) throw new Problem(403, `'${service}' is subscribed already; DELETE sub ends that.`)
    const begun = broker.begin(all, request).then((end) => ({ all, end }))
    running = begun
    try {
      await begun
    } catch (error) {
      running = null
      throw error
    }
    return { status: 200, body: { success: true, job_count: 1 } }
  }

  async function unsubscribe(): Promise<void> {
    const ended = await running?.catch(() => null)
    running = null
    await ended?.end()
  }

  async function listed(): Promise<ServiceResponse> {
    const { all = [] } = (await running?.catch(() => null)) ?? {}
    return { status: 200, body: { resource: all.map((subscription) => broker.listed(subscription)) } }
  }

  const done = async (work: Promise<void>): Promise<ServiceResponse> => {
    await work
    return { status: 200, body: { success: true } }
  }

  return {
    async handle(request) {
      const { verb, resource, params } = request
      if (verb === 'GET' && resource === '' && isYes(params.check ?? '')) return done(broker.check())
      if (verb === 'GET' && resource === '')
        return { status: 200, body: { resource: [{ name: 'pub' }, { name: 'sub' }] } }
      if (verb === 'POST' && resource === 'pub') return done(broker.publish(request.payload))
      if (verb === 'POST' && resource === 'sub') return subscribe(request)
      if (verb === 'GET' && resource === 'sub') return listed()
      if (verb === 'DELETE' && resource === 'sub') return done(unsubscribe())
      if (resource !== 'pub' && resource !== 'sub')
        throw new Problem(404, `Resource '${resource}' not found for service '${service}'.`)
      throw new Problem(400, `${verb} is not supported on '${resource}'.`)
    },
    async close() {
      await unsubscribe()
      await broker.close()
    },
  }
}

/** Waits for a broker's answer. Rejects as a server that does not respond if there is none in time. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(noAnswer()), patience)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

export const noAnswer = () => Object.assign(new Error('No answer'), { code: 'ETIMEDOUT' })
