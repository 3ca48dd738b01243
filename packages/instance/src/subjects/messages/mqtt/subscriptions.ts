import { Problem } from '@millwright/contract/problem'
import { isVerb, type Verb } from '@millwright/contract/verbs'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ApiRequest, Params } from '../../../request/api-request.ts'

/** A subscription to a topic, and the request that its messages make. */
export interface Subscription {
  readonly topic: string
  readonly called: {
    readonly verb: Verb
    readonly service: string
    readonly resource: string
    readonly params: Params
  }
  /** As sent. */
  readonly service: unknown
}

const maxSubscriptions = 100
const longestTopic = 65_535

/**
 * Parses the subscriptions in a body: a list of `{topic, service}`, or a single one (docs/wire/messages.md). Throws a 400 if it
 * is invalid.
 */
export function readSubscriptions(payload: unknown): readonly Subscription[] {
  const wrapped = isRecord(payload) && Array.isArray(payload.resource) ? payload.resource : payload
  const list: readonly unknown[] = Array.isArray(wrapped) ? wrapped : [wrapped]
  if (list.length === 0 || list.length > maxSubscriptions) {
    throw new Problem(400, `The body must be a list of 1 to ${maxSubscriptions} topics with their services.`)
  }
  return list.map(readSubscription)
}

function readSubscription(given: unknown): Subscription {
  if (!isRecord(given)) throw new Problem(400, "Each subscription must be an object with 'topic' and 'service'.")
  const { topic, service } = given
  if (typeof topic !== 'string' || !isFilter(topic)) {
    throw new Problem(400, "'topic' must be a topic: + only as a whole level, # only as the last one.")
  }
  return { topic, service, called: calledBy(service) }
}

function calledBy(service: unknown): Subscription['called'] {
  const { endpoint, verb = 'POST', parameter } = isRecord(service) ? service : { endpoint: service }
  const path = typeof endpoint === 'string' ? endpoint.replace(/^\/*(?:api\/v2\/)?/, '').replace(/\/+$/, '') : ''
  const [name = '', ...rest] = path.split('/')
  if (!/^\w[\w.-]*$/.test(name) || rest.some((part) => part === '.' || part === '..'))
    throw new Problem(400, "'service' must be the path of a service, such as db/_table/readings.")
  const word = String(verb).toUpperCase()
  if (!isVerb(word)) throw new Problem(400, `'${word}' is not a verb.`)
  const params = isRecord(parameter) ? Object.entries(parameter).map(([key, value]) => [key, String(value)]) : []
  return { verb: word, service: name.toLowerCase(), resource: rest.join('/'), params: Object.fromEntries(params) }
}

const isTopic = (topic: string) =>
  topic !== '' && Buffer.byteLength(topic) <= longestTopic && !topic.includes('\0') && topic.isWellFormed()

export const isPublishable = (topic: string) => isTopic(topic) && !/[+#]/.test(topic)

const isFilter = (topic: string) =>
  isTopic(topic) &&
  topic
    .split('/')
    .every((level, at, all) => !/[+#]/.test(level) || level === '+' || (level === '#' && at === all.length - 1))

/** Whether a topic matches a filter. */
export function matches(filter: string, topic: string): boolean {
  const [wanted, levels] = [filter.split('/'), topic.split('/')]
  // Wildcards do not match topics of the broker itself.
  if (topic.startsWith('$') && !filter.startsWith('$')) return false
  const end = wanted.indexOf('#')
  const length = end < 0 ? wanted.length : end
  if (end < 0 ? levels.length !== length : levels.length < length) return false
  return wanted.slice(0, length).every((level, at) => level === '+' || level === levels[at])
}

/** The request that a message makes, based on the one that subscribed. Its body has topic and message, parsed if the message is JSON. */
export function callOf(subscription: Subscription, from: ApiRequest, topic: string, bytes: Uint8Array): ApiRequest {
  const { called } = subscription
  return {
    ...from,
    ...called,
    endsInSlash: false,
    query: undefined,
    payload: called.verb === 'GET' ? undefined : { topic, message: readMessage(bytes) },
    payloadFormat: called.verb === 'GET' ? 'none' : 'json',
    upload: undefined,
    headers: {},
    isGivenUp: undefined,
  }
}

function readMessage(bytes: Uint8Array): unknown {
  const text = Buffer.from(bytes).toString('utf8')
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
