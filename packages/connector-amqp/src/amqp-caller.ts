import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { brokerCaller, inTime, pause } from '@millwright/connector/broker/broker-caller'
import { callOf, longestMessage, readSubscriptions } from '@millwright/connector/broker/called-service'
import type { Settings } from '@millwright/connector/config-values'
import type { Caller, ConnectorTools } from '@millwright/connector/connector'
import { messageOf } from '@millwright/connector/error-words'
import type { ServiceRequest } from '@millwright/connector/request'
import { Problem } from '@millwright/contract/problem'
import type { Channel, ConfirmChannel, ConsumeMessage } from 'amqplib'
import { type Publication, readPublication, readSubscription, type Subscription } from './amqp-bodies.ts'
import {
  type AmqpConnection,
  amqpProblem,
  brokerName,
  connectAmqp,
  ensureQueue,
  onOwnChannel,
  settled,
} from './amqp-connection.ts'

/** Publishes to a broker of AMQP 0-9-1, and calls services with the messages of queues and exchanges (docs/wire/messages.md). */
export function open(config: Settings, tools: ConnectorTools): Caller {
  const publisher = createAmqpPublisher(config)
  return brokerCaller<Subscription>(
    {
      publish: async (payload) => publisher.publish(readPublication(payload)),
      begin: (all, request) => consumeAmqp(config, tools, all, request),
      readSubscriptions: (payload) => readSubscriptions(payload, 'queues or exchanges', readSubscription),
      listed: ({ sent }) => sent,
      async check() {
        const connection = await connectAmqp(config)
        await connection.close()
      },
      close: () => publisher.close(),
    },
    tools,
  )
}

interface Publishing {
  readonly connection: AmqpConnection
  readonly channel: ConfirmChannel
  /** Exchanges that were there. */
  readonly exchanges: Set<string>
  /** Ids of messages that no queue took. */
  readonly returned: Set<string>
}

/** Publishes by one connection, which is opened on first use and again after it was lost. */
export function createAmqpPublisher(config: Settings) {
  let current: Promise<Publishing> | null = null

  function publishing(): Promise<Publishing> {
    if (current !== null) return current
    const opened = begin()
    current = opened
    const forget = () => {
      if (current === opened) current = null
    }
    opened.then(({ connection, channel }) => {
      connection.model.once('close', forget)
      // The broker closes it for a message to an exchange that is gone.
      channel.once('close', () => {
        forget()
        void connection.close()
      })
    }, forget)
    return opened
  }

  async function begin(): Promise<Publishing> {
    const connection = await connectAmqp(config)
    try {
      const channel = await inTime(connection.model.createConfirmChannel())
      const returned = new Set<string>()
      channel.on('error', () => {})
      channel.on('return', ({ properties }) => void returned.add(String(properties.messageId)))
      return { connection, channel, exchanges: new Set(), returned }
    } catch (error) {
      void connection.close()
      throw error
    }
  }

  return {
    /** Resolves once the broker has the message. A queue, or an exchange for topics, is created if it is missing. */
    async publish(publication: Publication): Promise<void> {
      try {
        const by = await publishing()
        if (publication.exchange !== '') await ensureExchange(by, publication)
        if ((await send(by, publication)) || publication.exchange !== '') return
        await ensureQueue(by.connection, publication.key)
        await send(by, publication)
      } catch (error) {
        throw amqpProblem(error, brokerName(config))
      }
    },
    async close(): Promise<void> {
      const last = await current?.catch(() => null)
      await last?.connection.close()
    },
  }
}

async function ensureExchange({ connection, exchanges }: Publishing, { exchange, isTopic }: Publication) {
  if (exchanges.has(exchange)) return
  await onOwnChannel<unknown>(connection, (channel) =>
    isTopic ? channel.assertExchange(exchange, 'topic', { durable: true }) : channel.checkExchange(exchange),
  )
  exchanges.add(exchange)
}

/** Returns whether a queue took the message. */
async function send({ channel, returned }: Publishing, { exchange, key, bytes, contentType }: Publication) {
  const messageId = randomUUID()
  const options = { mandatory: true, persistent: true, contentType, messageId }
  await inTime(
    new Promise<void>((resolve, reject) => {
      channel.publish(exchange, key, bytes, options, (error) => (error ? reject(error) : resolve()))
    }),
  )
  return !returned.delete(messageId)
}

/**
 * Calls services with the messages of subscriptions, for the caller of `request`, and acknowledges those whose calls succeeded. Connects
 * again whenever the connection is lost or a queue was deleted. Rejects if the first attempt fails.
 * @returns ends it, after calls that end soon; the broker keeps messages that are not acknowledged then
 */
export async function consumeAmqp(
  config: Settings,
  tools: ConnectorTools,
  all: readonly Subscription[],
  request: ServiceRequest,
): Promise<() => Promise<void>> {
  const where = brokerName(config)
  const ending = new AbortController()
  const delivering = new Set<Promise<void>>()
  const channels = new Set<Channel>()
  let current = await start()

  async function start(): Promise<AmqpConnection> {
    const connection = await connectAmqp(config)
    try {
      for (const each of all) await attach(connection, each)
    } catch (error) {
      void connection.close()
      throw amqpProblem(error, where)
    }
    connection.model.once('close', () => void again(connectionEnded))
    return connection
  }

  async function again(reason: string): Promise<void> {
    if (ending.signal.aborted) return
    tools.health(reason)
    try {
      await wait(pause, null, { signal: ending.signal })
      current = await start()
      tools.health(null)
      if (ending.signal.aborted) await current.close()
    } catch (error) {
      await again(messageOf(error))
    }
  }

  const connectionEnded = `The ${where} ended the subscriptions; they begin again in ${pause / 1_000} seconds.`

  async function attach(connection: AmqpConnection, each: Subscription): Promise<void> {
    if (each.queue !== null) await ensureQueue(connection, each.queue)
    const channel = await inTime(connection.model.createChannel())
    channel.on('error', () => {})
    channels.add(channel)
    channel.once('close', () => {
      channels.delete(channel)
      void connection.close()
    })
    const queue = each.queue ?? (await inTime(ownQueue(channel, each)))
    await inTime(channel.prefetch(each.most))
    const consumed = channel.consume(queue, (message) => {
      // The queue was deleted.
      if (message === null) void connection.close()
      else if (!ending.signal.aborted) begun(deliver(channel, each, message))
    })
    await inTime(consumed)
    channel.on('error', ({ message }: Error) => tools.log(`The ${where} ended a subscription: ${message}`))
  }

  function begun(delivery: Promise<void>): void {
    delivering.add(delivery)
    delivery.finally(() => delivering.delete(delivery))
  }

  async function deliver(channel: Channel, each: Subscription, message: ConsumeMessage): Promise<void> {
    const failure = await failureOf(each, message)
    if (failure === null) return settled(() => channel.ack(message))
    const returns = failure.isTemporary ? 'it is delivered again' : 'it was rejected'
    const from = each.queue === null ? `exchange '${each.exchange}'` : `queue '${each.queue}'`
    tools.log(`A message of the ${from} could not be passed on, and ${returns}: ${failure.reason}`)
    if (failure.isTemporary) await wait(pause, null, { signal: ending.signal }).catch(() => {})
    await settled(() => channel.nack(message, false, failure.isTemporary))
  }

  async function failureOf(each: Subscription, { content, fields }: ConsumeMessage) {
    if (content.length > longestMessage)
      return { reason: `it has ${content.length} bytes, which is too long.`, isTemporary: false }
    const source = each.queue === null ? { exchange: each.exchange } : { queue: each.queue }
    const about = { ...source, routing_key: fields.routingKey }
    try {
      const { status } = await tools.callLater(callOf(each.called, request, about, content))
      return status < 400 ? null : { reason: `the response was ${status}.`, isTemporary: mayPass(status) }
    } catch (error) {
      return { reason: messageOf(error), isTemporary: !(error instanceof Problem) || mayPass(error.status) }
    }
  }

  return async () => {
    ending.abort()
    // A message whose call is about to succeed would otherwise be delivered again.
    await inTime(Promise.all(delivering)).catch(() => {})
    // Closing the connection would overtake acknowledgements, which the driver sends with the next turn of the event loop.
    await inTime(Promise.all([...channels].map((channel) => settled(() => channel.close())))).catch(() => {})
    await current.close()
  }
}

/** A queue that lives as long as the connection, with what an exchange routes by a key. */
async function ownQueue(channel: Channel, { exchange, key }: Subscription): Promise<string> {
  const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true })
  await channel.bindQueue(queue, exchange, key)
  return queue
}

/** Whether the same call may succeed later. */
const mayPass = (status: number) => status === 408 || status === 429 || status >= 500
