import { randomUUID } from 'node:crypto'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { IClientOptions, MqttClient } from 'mqtt'
import type { Caller, ConnectorTools } from '../../../gateway/ports/connector.ts'
import type { Settings } from '../../../platform/config-values.ts'
import { messageOf } from '../../../platform/message-of.ts'
import { connectionLost, lineReason } from '../../../platform/network-error.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { flag } from '../../../request/params.ts'
import { type MqttSettings, mqttSettings, trustedCertificates } from './mqtt-settings.ts'
import { callOf, isPublishable, matches, readSubscriptions, type Subscription } from './subscriptions.ts'

/** Milliseconds for a connection, and for a response of the broker. */
const patience = 5_000
/** Milliseconds before a subscriber reconnects after losing its connection. */
const pause = 2_000
/** Maximum bytes of a message that is delivered. */
const longest = 10 * 1024 * 1024

interface Running {
  readonly client: MqttClient
  readonly subscriptions: readonly Subscription[]
}

/**
 * Publishes to a broker, and calls services with the messages of subscribed topics on this node until they are unsubscribed
 * (docs/wire/messages.md).
 */
export function open(config: Settings, tools: ConnectorTools): Caller {
  const settings = mqttSettings(config)
  const { where } = settings
  let publisher: Promise<MqttClient> | null = null
  let running: Promise<Running> | null = null

  async function publish({ payload }: ApiRequest): Promise<ApiResponse> {
    const { topic, message, qos = 1, retain = false } = isRecord(payload) ? payload : {}
    if (typeof topic !== 'string' || !isPublishable(topic))
      throw new Problem(400, "'topic' must be a topic without + and #.")
    if (message === undefined) throw new Problem(400, "The request has no 'message'.")
    if (qos !== 0 && qos !== 1 && qos !== 2) throw new Problem(400, "'qos' must be 0, 1 or 2.")
    const text = typeof message === 'string' ? message : JSON.stringify(message)
    if (Buffer.byteLength(text) > longest) throw new Problem(413, `A message has at most ${longest} bytes.`)
    const client = await connectedPublisher()
    await inTime(client.publishAsync(topic, text, { qos, retain: retain === true }), where)
    return { status: 200, body: { success: true } }
  }

  /** Separate from the subscriber, as brokers disconnect a client when another one, on any node, connects with the same id. */
  function connectedPublisher(): Promise<MqttClient> {
    if (publisher !== null) return publisher
    const clientId = `${settings.clientId}-${randomUUID().slice(0, 8)}`
    const opened = connect(settings, { clientId, reconnectPeriod: 0 })
    publisher = opened
    const forget = () => {
      if (publisher === opened) publisher = null
    }
    opened.then((client) => client.once('close', forget), forget)
    return opened
  }

  async function subscribe(request: ApiRequest): Promise<ApiResponse> {
    const subscriptions = readSubscriptions(request.payload)
    if (running !== null) throw new Problem(403, `'${tools.service}' is subscribed already; DELETE sub ends that.`)
    const begun = begin(subscriptions, request)
    running = begun
    try {
      await begun
    } catch (error) {
      running = null
      throw error
    }
    return { status: 200, body: { success: true, job_count: 1 } }
  }

  async function begin(subscriptions: readonly Subscription[], request: ApiRequest): Promise<Running> {
    const client = await connect(settings, { clientId: settings.clientId, reconnectPeriod: pause })
    // Handles one message at a time, so that none queue up here.
    client.handleMessage = ({ topic, payload }, done) => {
      const bytes = Buffer.from(payload)
      pass(subscriptions, request, topic, bytes).finally(() => done())
    }
    try {
      const topics = [...new Set(subscriptions.map(({ topic }) => topic))]
      const granted = await inTime(client.subscribeAsync(topics, { qos: 1 }), where)
      const refused = granted.find(({ qos }) => qos === 128)
      if (refused !== undefined) throw new Problem(403, `The ${where} does not allow the topic '${refused.topic}'.`)
    } catch (error) {
      client.end(true)
      throw error
    }
    return { client, subscriptions }
  }

  async function pass(all: readonly Subscription[], request: ApiRequest, topic: string, bytes: Buffer): Promise<void> {
    if (bytes.length > longest) return tools.log(`A message of ${bytes.length} bytes was dropped: it is too long.`)
    for (const each of all.filter((subscription) => matches(subscription.topic, topic))) {
      await tools.callLater(callOf(each, request, topic, bytes)).catch((error: unknown) => {
        tools.log(`A message of the topic '${topic}' could not be passed on: ${messageOf(error)}`)
      })
    }
  }

  async function unsubscribe(): Promise<void> {
    const ended = await running?.catch(() => null)
    running = null
    ended?.client.end(true)
  }

  async function listed(): Promise<ApiResponse> {
    const { subscriptions = [] } = (await running?.catch(() => null)) ?? {}
    return { status: 200, body: { resource: subscriptions.map(({ topic, service }) => ({ topic, service })) } }
  }

  async function check(): Promise<ApiResponse> {
    const client = await connect(settings, {
      clientId: `${settings.clientId}-${randomUUID().slice(0, 8)}`,
      reconnectPeriod: 0,
    })
    client.end(true)
    return { status: 200, body: { success: true } }
  }

  return {
    async handle(request) {
      const { verb, resource, params } = request
      if (verb === 'GET' && resource === '' && flag(params, 'check')) return check()
      if (verb === 'GET' && resource === '')
        return { status: 200, body: { resource: [{ name: 'pub' }, { name: 'sub' }] } }
      if (verb === 'POST' && resource === 'pub') return publish(request)
      if (verb === 'POST' && resource === 'sub') return subscribe(request)
      if (verb === 'GET' && resource === 'sub') return listed()
      if (verb === 'DELETE' && resource === 'sub') {
        await unsubscribe()
        return { status: 200, body: { success: true } }
      }
      if (resource !== 'pub' && resource !== 'sub')
        throw new Problem(404, `Resource '${resource}' not found for service '${tools.service}'.`)
      throw new Problem(400, `${verb} is not supported on '${resource}'.`)
    },
    async close() {
      await unsubscribe()
      const client = await publisher?.catch(() => null)
      client?.end(true)
    },
  }
}

async function connect(
  settings: MqttSettings,
  options: Pick<IClientOptions, 'clientId' | 'reconnectPeriod'>,
): Promise<MqttClient> {
  const { host, port, username, password, isSecure, trusted, where } = settings
  const { connect: begin } = (await import('@millwright/connector-mqtt/driver')).driver
  const ca = isSecure ? await certificates(trusted, where) : undefined
  const { promise, resolve, reject } = Promise.withResolvers<MqttClient>()
  const client = begin({
    ...options,
    protocol: isSecure ? 'mqtts' : 'mqtt',
    host,
    port,
    ...(username === null ? {} : { username }),
    ...(password === null ? {} : { password }),
    ...(ca === undefined ? {} : { ca }),
    connectTimeout: patience,
    clean: true,
    queueQoSZero: false,
    reconnectOnConnackError: false,
  })
  const timer = setTimeout(() => reject(Object.assign(new Error('No answer'), { code: 'ETIMEDOUT' })), patience)
  client.once('connect', () => resolve(client))
  // Later errors are followed by another attempt, or by a call that reports them.
  client.on('error', reject)
  client.once('close', () => reject(Object.assign(new Error('Closed'), { code: 'ECONNRESET' })))
  try {
    return await promise
  } catch (error) {
    client.end(true)
    throw problemOf(error, where)
  } finally {
    clearTimeout(timer)
  }
}

async function certificates(place: string, where: string): Promise<string[] | undefined> {
  try {
    return await trustedCertificates(place)
  } catch (error) {
    throw new Problem(503, `The CA certificates for the ${where} cannot be read.`, { cause: error })
  }
}

async function inTime<T>(work: Promise<T>, where: string): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(Object.assign(new Error('No answer'), { code: 'ETIMEDOUT' })), patience)
  try {
    return await Promise.race([work, promise])
  } catch (error) {
    throw problemOf(error, where)
  } finally {
    clearTimeout(timer)
  }
}

/** The broker's reason codes for rejecting a connection because of its credentials or permissions. */
const refusesUser = new Set<unknown>([4, 5, 134, 135])

function problemOf(error: unknown, where: string): Problem {
  const code = error instanceof Error && 'code' in error ? error.code : null
  const line = error instanceof Error ? lineReason(error) : null
  const reason = refusesUser.has(code) ? 'it refuses the user of the service.' : (line ?? connectionLost)
  return new Problem(503, `The ${where} cannot be used now: ${reason}`, { cause: error })
}
