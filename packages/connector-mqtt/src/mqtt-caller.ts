import { randomUUID } from 'node:crypto'
import {
  brokerCaller,
  inTime,
  noAnswer,
  patience,
  pause,
  trustedCertificates,
  trustedPlace,
} from '@millwright/connector/broker/broker-caller'
import {
  type CalledService,
  calledService,
  callOf,
  longestMessage,
  messageBytes,
  readSubscriptions,
} from '@millwright/connector/broker/called-service'
import { flagSetting, numberSetting, type Settings, textSetting } from '@millwright/connector/config-values'
import type { Caller, ConnectorTools } from '@millwright/connector/connector'
import { connectionLost, lineReason, messageOf } from '@millwright/connector/error-words'
import type { ServiceRequest } from '@millwright/connector/request'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { IClientOptions, MqttClient } from 'mqtt'

/** A subscription to a topic, and the request that its messages make. */
interface Subscription {
  readonly topic: string
  /** As sent. */
  readonly service: unknown
  readonly called: CalledService
}

/**
 * Publishes to a broker, and calls services with the messages of subscribed topics on this node until they are unsubscribed
 * (docs/wire/messages.md).
 */
export function open(config: Settings, tools: ConnectorTools): Caller {
  const settings = mqttSettings(config)
  const { where } = settings
  const inTimeOf = <T>(work: Promise<T>) =>
    inTime(work).catch((error: unknown) => Promise.reject(problemOf(error, where)))
  let publisher: Promise<MqttClient> | null = null

  async function publish(payload: unknown): Promise<void> {
    const { topic, message, qos = 1, retain = false } = isRecord(payload) ? payload : {}
    if (typeof topic !== 'string' || !isPublishable(topic))
      throw new Problem(400, "'topic' must be a topic without + and #.")
    const bytes = messageBytes(message)
    if (qos !== 0 && qos !== 1 && qos !== 2) throw new Problem(400, "'qos' must be 0, 1 or 2.")
    const client = await connectedPublisher()
    await inTimeOf(client.publishAsync(topic, bytes, { qos, retain: retain === true }))
  }

  /** Separate from the subscriber, as brokers disconnect a client when another one, on any node, connects with the same id. */
  function connectedPublisher(): Promise<MqttClient> {
    if (publisher !== null) return publisher
    const opened = connectOnce()
    publisher = opened
    const forget = () => {
      if (publisher === opened) publisher = null
    }
    opened.then((client) => client.once('close', forget), forget)
    return opened
  }

  function connectOnce(): Promise<MqttClient> {
    const clientId = `${settings.clientId}-${randomUUID().slice(0, 8)}`
    return connect(settings, { clientId, reconnectPeriod: 0 })
  }

  async function begin(subscriptions: readonly Subscription[], request: ServiceRequest): Promise<() => Promise<void>> {
    const client = await connect(settings, { clientId: settings.clientId, reconnectPeriod: pause })
    // Handles one message at a time, so that none queue up here.
    client.handleMessage = ({ topic, payload }, done) => {
      const bytes = Buffer.from(payload)
      pass(subscriptions, request, topic, bytes).finally(() => done())
    }
    try {
      const topics = [...new Set(subscriptions.map(({ topic }) => topic))]
      const granted = await inTimeOf(client.subscribeAsync(topics, { qos: 1 }))
      const refused = granted.find(({ qos }) => qos === 128)
      if (refused !== undefined) throw new Problem(403, `The ${where} does not allow the topic '${refused.topic}'.`)
    } catch (error) {
      client.end(true)
      throw error
    }
    return async () => void client.end(true)
  }

  async function pass(
    all: readonly Subscription[],
    request: ServiceRequest,
    topic: string,
    bytes: Buffer,
  ): Promise<void> {
    if (bytes.length > longestMessage)
      return tools.log(`A message of ${bytes.length} bytes was dropped: it is too long.`)
    for (const { called } of all.filter((subscription) => matches(subscription.topic, topic))) {
      await tools.callLater(callOf(called, request, { topic }, bytes)).catch((error: unknown) => {
        tools.log(`A message of the topic '${topic}' could not be passed on: ${messageOf(error)}`)
      })
    }
  }

  return brokerCaller<Subscription>(
    {
      publish,
      begin,
      readSubscriptions: (payload) => readSubscriptions(payload, 'topics', readSubscription),
      listed: ({ topic, service }) => ({ topic, service }),
      async check() {
        const client = await connectOnce()
        client.end(true)
      },
      async close() {
        const client = await publisher?.catch(() => null)
        client?.end(true)
      },
    },
    tools,
  )
}

function readSubscription({ topic, service }: Readonly<Record<string, unknown>>): Subscription {
  if (typeof topic !== 'string' || !isFilter(topic)) {
    throw new Problem(400, "'topic' must be a topic: + only as a whole level, # only as the last one.")
  }
  return { topic, service, called: calledService(service) }
}

async function connect(
  settings: MqttSettings,
  options: Pick<IClientOptions, 'clientId' | 'reconnectPeriod'>,
): Promise<MqttClient> {
  const { host, port, username, password, isSecure, trusted, where } = settings
  const { connect: begin } = (await import('./driver.ts')).driver
  const ca = isSecure ? await trustedCertificates(trusted, where) : undefined
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
  const timer = setTimeout(() => reject(noAnswer()), patience)
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

/** The broker's reason codes for rejecting a connection because of its credentials or permissions. */
const refusesUser = new Set<unknown>([4, 5, 134, 135])

function problemOf(error: unknown, where: string): Problem {
  const code = error instanceof Error && 'code' in error ? error.code : null
  const line = error instanceof Error ? lineReason(error) : null
  const reason = refusesUser.has(code) ? 'it refuses the user of the service.' : (line ?? connectionLost)
  return new Problem(503, `The ${where} cannot be used now: ${reason}`, { cause: error })
}

interface MqttSettings {
  readonly host: string
  readonly port: number
  readonly clientId: string
  readonly username: string | null
  readonly password: string | null
  readonly isSecure: boolean
  /** A file or a folder of files with trusted certificates. */
  readonly trusted: string
  /** The name of the broker in error messages. */
  readonly where: string
}

function mqttSettings(config: Settings): MqttSettings {
  const host = textSetting(config, 'host') ?? '127.0.0.1'
  const port = numberSetting(config, 'port') ?? 1883
  return {
    host,
    port,
    clientId: textSetting(config, 'client_id') ?? 'millwright',
    username: textSetting(config, 'username'),
    password: textSetting(config, 'password'),
    isSecure: flagSetting(config, 'use_tls', false),
    trusted: trustedPlace(config),
    where: `MQTT broker on ${host}:${port}`,
  }
}

const longestTopic = 65_535

const isTopic = (topic: string) =>
  topic !== '' && Buffer.byteLength(topic) <= longestTopic && !topic.includes('\0') && topic.isWellFormed()

export const isPublishable = (topic: string) => isTopic(topic) && !/[+#]/.test(topic)

/** Whether a text can be subscribed to: `+` is a whole level, `#` the last one. */
export const isFilter = (topic: string) =>
  isTopic(topic) &&
  topic
    .split('/')
    .every((level, at, all) => !/[+#]/.test(level) || level === '+' || (level === '#' && at === all.length - 1))

/** Whether a topic matches a filter. */
export function matches(filter: string, topic: string): boolean {
  const wanted = filter.split('/')
  const levels = topic.split('/')
  // Wildcards do not match topics of the broker itself.
  if (topic.startsWith('$') && !filter.startsWith('$')) return false
  const end = wanted.indexOf('#')
  const length = end < 0 ? wanted.length : end
  if (end < 0 ? levels.length !== length : levels.length < length) return false
  return wanted.slice(0, length).every((level, at) => level === '+' || level === levels[at])
}
