import { randomUUID } from 'node:crypto'
import { inTime } from '@millwright/connector/broker/broker-caller'
import type { Settings } from '@millwright/connector/config-values'
import type { ConfirmChannel } from 'amqplib'
import type { Publication } from './amqp-bodies.ts'
import {
  type AmqpConnection,
  amqpProblem,
  brokerName,
  connectAmqp,
  ensureQueue,
  onOwnChannel,
} from './amqp-connection.ts'

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
