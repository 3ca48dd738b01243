import {
  inTime,
  noAnswer,
  patience,
  trustedCertificates,
  trustedPlace,
} from '@millwright/connector/broker/broker-caller'
import { flagSetting, numberSetting, type Settings, textSetting } from '@millwright/connector/config-values'
import { connectionLost, lineReason } from '@millwright/connector/error-words'
import { Problem } from '@millwright/contract/problem'
import type { Channel, ChannelModel } from 'amqplib'

/** A connection to a broker of AMQP 0-9-1. */
export interface AmqpConnection {
  readonly model: ChannelModel
  /** Says goodbye, and disconnects even if the broker does not answer. Never rejects. */
  close(): Promise<void>
}

/** The name of the broker in error messages. */
export function brokerName(config: Settings): string {
  return `AMQP broker on ${hostOf(config)}:${portOf(config)}`
}

/** Connects by the settings of a service. Throws a 503 with the reason. */
export async function connectAmqp(config: Settings): Promise<AmqpConnection> {
  const { driver } = await import('./driver.ts')
  const where = brokerName(config)
  const isSecure = flagSetting(config, 'use_tls', false)
  const ca = isSecure ? await trustedCertificates(trustedPlace(config), where) : undefined
  const ending = new AbortController()
  const socket = { timeout: patience, keepAlive: true, noDelay: true, signal: ending.signal, ...(ca && { ca }) }
  const place = {
    protocol: isSecure ? 'amqps' : 'amqp',
    hostname: hostOf(config),
    port: portOf(config),
    username: textSetting(config, 'username') ?? 'guest',
    password: textSetting(config, 'password') ?? 'guest',
    // The driver decodes it, as it does in URLs.
    vhost: encodeURIComponent(textSetting(config, 'vhost') ?? '/'),
  }
  try {
    const model = await inTime(driver.connect(place, socket))
    // Followed by its closure, or by a call that reports it.
    model.on('error', () => {})
    let closed: Promise<void> | null = null
    const close = async () => {
      await Promise.resolve()
      await inTime(settled(() => model.close())).catch(() => {})
      ending.abort()
    }
    // Only once: the driver reports the closure of its channels while it closes the connection.
    return { model, close: () => (closed ??= close()) }
  } catch (error) {
    ending.abort()
    throw amqpProblem(error, where)
  }
}

/** Runs work on a channel of its own, as a broker closes the channel of a request that it refuses. */
export async function onOwnChannel<T>({ model }: AmqpConnection, work: (channel: Channel) => Promise<T>): Promise<T> {
  const channel = await inTime(model.createChannel())
  channel.on('error', () => {})
  try {
    return await inTime(work(channel))
  } finally {
    await settled(() => channel.close())
  }
}

/** Makes sure that there is a queue: one that exists keeps its properties, another is created, durable. */
export async function ensureQueue(connection: AmqpConnection, queue: string): Promise<void> {
  try {
    await onOwnChannel(connection, (channel) => channel.checkQueue(queue))
  } catch (error) {
    if (replyCode(error) !== 404) throw error
    await onOwnChannel(connection, (channel) => channel.assertQueue(queue, { durable: true }))
  }
}

/** Runs what throws if the other side has closed a channel or connection already. */
export async function settled(work: () => unknown): Promise<void> {
  try {
    await work()
  } catch {
    // It is closed.
  }
}

const hostOf = (config: Settings) => textSetting(config, 'host') ?? '127.0.0.1'
const portOf = (config: Settings) => numberSetting(config, 'port') ?? 5672
const replyCode = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : null)

/** What is thrown for an error of the driver: refusals of the broker as 4xx, all else as a 503. */
export function amqpProblem(error: unknown, where: string): Problem {
  if (error instanceof Problem) return error
  const code = replyCode(error)
  const text = error instanceof Error ? error.message : ''
  if (code === 404) return new Problem(404, `The ${where} has no such exchange or queue.`, { cause: error })
  if (code === 403) return new Problem(403, `The ${where} does not allow this to the user of the service.`)
  if (code === 405 || code === 406)
    return new Problem(400, `The ${where} has this queue or exchange with other properties.`, { cause: error })
  return new Problem(503, `The ${where} cannot be used now: ${reasonOf(error, text)}`, { cause: error })
}

function reasonOf(error: unknown, text: string): string {
  if (/ACCESS.REFUSED/.test(text)) return 'it refuses the user of the service.'
  // The broker closes the connection when it should open the virtual host.
  if (/ConnectionOpenOk.*ConnectionClose/.test(text))
    return 'it does not open this virtual host to the user of the service.'
  const known = text === 'connect ETIMEDOUT' ? noAnswer() : error
  return (known instanceof Error ? lineReason(known) : null) ?? connectionLost
}
