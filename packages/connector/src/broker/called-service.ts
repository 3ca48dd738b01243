import { Problem } from '@millwright/contract/problem'
import { isVerb, type Verb } from '@millwright/contract/verbs'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ServiceRequest } from '../request.ts'

/** What each message of a subscription makes: a request to a service. */
export interface CalledService {
  readonly verb: Verb
  readonly service: string
  readonly resource: string
  readonly params: ServiceRequest['params']
}

const maxSubscriptions = 100

/**
 * Parses the subscriptions in a body, a list or a single one, each by `read` (docs/wire/messages.md). Throws a 400 if there are none
 * or too many. `what`: what they subscribe to, in the plural.
 */
export function readSubscriptions<Subscription>(
  payload: unknown,
  what: string,
  read: (entry: Readonly<Record<string, unknown>>) => Subscription,
): readonly Subscription[] {
  const wrapped = isRecord(payload) && Array.isArray(payload.resource) ? payload.resource : payload
  const list: readonly unknown[] = Array.isArray(wrapped) ? wrapped : [wrapped]
  if (list.length === 0 || list.length > maxSubscriptions) {
    throw new Problem(400, `The body must be a list of 1 to ${maxSubscriptions} ${what} with their services.`)
  }
  return list.map((entry) => read(isRecord(entry) ? entry : {}))
}

/** Parses the `service` of a subscription: a path, or an object with `endpoint`, `verb` and `parameter`. Throws a 400. */
export function calledService(target: unknown): CalledService {
  const { endpoint, verb = 'POST', parameter } = isRecord(target) ? target : { endpoint: target }
  const path = typeof endpoint === 'string' ? endpoint.replace(/^\/*(?:api\/v2\/)?/, '').replace(/\/+$/, '') : ''
  const [name = '', ...rest] = path.split('/')
  if (!/^\w[\w.-]*$/.test(name) || rest.some((part) => part === '.' || part === '..'))
    throw new Problem(400, "'service' must be the path of a service, such as db/_table/readings.")
  const word = String(verb).toUpperCase()
  if (!isVerb(word)) throw new Problem(400, `'${word}' is not a verb.`)
  const params = isRecord(parameter) ? Object.entries(parameter).map(([key, value]) => [key, String(value)]) : []
  return { verb: word, service: name.toLowerCase(), resource: rest.join('/'), params: Object.fromEntries(params) }
}

/**
 * The request that a message makes, based on the one that subscribed. Its body has `about` and the message, parsed if that is JSON.
 * @param about where the message is from, such as its topic
 */
export function callOf(
  called: CalledService,
  from: ServiceRequest,
  about: Readonly<Record<string, string>>,
  bytes: Uint8Array,
): ServiceRequest {
  return {
    ...from,
    ...called,
    endsInSlash: false,
    query: undefined,
    payload: called.verb === 'GET' ? undefined : { ...about, message: readMessage(bytes) },
    payloadFormat: called.verb === 'GET' ? 'none' : 'json',
    upload: undefined,
    headers: {},
    isGivenUp: undefined,
  }
}

/** Maximum bytes of a message, published or delivered. */
export const longestMessage = 10 * 1024 * 1024

/** The bytes of the `message` in a body: a text, or any other value as JSON. Throws 400 and 413. */
export function messageBytes(message: unknown): Buffer {
  if (message === undefined) throw new Problem(400, "The request has no 'message'.")
  const bytes = Buffer.from(typeof message === 'string' ? message : JSON.stringify(message))
  if (bytes.length > longestMessage) throw new Problem(413, `A message has at most ${longestMessage} bytes.`)
  return bytes
}

function readMessage(bytes: Uint8Array): unknown {
  const text = Buffer.from(bytes).toString('utf8')
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
