import { type CalledService, calledService, messageBytes } from '@millwright/connector/broker/called-service'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'

/** A message in a body of `pub` (docs/wire/messages.md). */
export interface Publication {
  /** The empty name is the exchange that delivers to the queue which the key names. */
  readonly exchange: string
  readonly key: string
  /** Whether the exchange is created, as one for topics, if it is missing. */
  readonly isTopic: boolean
  readonly bytes: Buffer
  readonly contentType: string
}

/** A subscription in a body of `sub`: to a queue, or to what an exchange routes by a key. */
export interface Subscription {
  readonly queue: string | null
  readonly exchange: string
  readonly key: string
  /** How many messages are delivered before the first is acknowledged. */
  readonly most: number
  readonly called: CalledService
  /** As sent. */
  readonly sent: Readonly<Record<string, unknown>>
}

const maxDelivered = 250
const longestName = 255

/** Throws 400 and 413. */
export function readPublication(payload: unknown): Publication {
  const { queue, exchange, topic, routing_key, message } = isRecord(payload) ? payload : {}
  const named = [queue, exchange, topic].filter((name) => name !== undefined)
  const [name] = named
  if (named.length !== 1 || !isName(name))
    throw new Problem(400, "The request needs the name of one 'queue', 'exchange' or 'topic'.")
  const bytes = messageBytes(message)
  const contentType = typeof message === 'string' ? 'text/plain' : 'application/json'
  const key = routingKey(routing_key, '')
  return queue === undefined
    ? { exchange: name, key, isTopic: topic !== undefined, bytes, contentType }
    : { exchange: '', key: name, isTopic: false, bytes, contentType }
}

/** Throws a 400. */
export function readSubscription(entry: Readonly<Record<string, unknown>>): Subscription {
  const { queue, exchange, routing_key, qos = 1, service } = entry
  const name = queue ?? exchange
  if ((queue === undefined) === (exchange === undefined) || !isName(name))
    throw new Problem(400, "Each subscription needs the name of a 'queue' or of an 'exchange'.")
  if (typeof qos !== 'number' || !Number.isInteger(qos) || qos < 1 || qos > maxDelivered)
    throw new Problem(400, `'qos' must be a number from 1 to ${maxDelivered}.`)
  const members = Object.entries({ queue, exchange, routing_key, qos: entry.qos, service })
  return {
    queue: queue === undefined ? null : name,
    exchange: queue === undefined ? name : '',
    key: routingKey(routing_key, '#'),
    most: qos,
    called: calledService(service),
    sent: Object.fromEntries(members.filter(([, value]) => value !== undefined)),
  }
}

const isName = (name: unknown): name is string =>
  typeof name === 'string' && name !== '' && Buffer.byteLength(name) <= longestName && name.isWellFormed()

function routingKey(rawKey: unknown, usual: string): string {
  if (rawKey === undefined) return usual
  if (rawKey !== '' && !isName(rawKey))
    throw new Problem(400, `'routing_key' must be a text of at most ${longestName} bytes.`)
  return rawKey
}
