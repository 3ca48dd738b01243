import type { Settings } from '@millwright/connector/config-values'
import type { Caller, ConnectorTools } from '@millwright/connector/connector'
import type { Reply } from '@millwright/connector/outgoing'
import { isYes, type ServiceResponse } from '@millwright/connector/request'
import { signedToken } from '@millwright/connector/signed-token'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { createEventMessages } from './event-messages.ts'
import { type FcmSettings, fcmSettings } from './fcm-settings.ts'
import { readTokens, sendToEach } from './push-receivers.ts'

const objects = ['notification', 'android', 'apns', 'webpush', 'fcm_options'] as const

/** Sends messages to devices, topics and conditions of a Firebase project (docs/wire/messages.md). */
export function open(config: Settings, tools: ConnectorTools): Caller {
  const client = new FcmClient(fcmSettings(config), tools)

  async function push(payload: unknown): Promise<ServiceResponse> {
    if (!isRecord(payload)) throw new Problem(400, 'The body must be an object.')
    const fields = isRecord(payload.message) ? payload.message : payload
    const validateOnly = payload.validate_only === true
    const message = messageIn(fields)
    const tokens = readTokens(fields, /^[\w:-]{1,4096}$/)
    const group = groupIn(fields)
    if ((tokens === null) === (group === null)) {
      throw new Problem(400, "The request must have one of 'token', 'tokens', 'topic' and 'condition'.")
    }
    if (tokens === null)
      return { status: 200, body: { name: await client.send({ ...message, ...group }, validateOnly) } }
    const send = async (token: string) => ({ name: await client.send({ ...message, token }, validateOnly) })
    return sendToEach(tokens, fields.tokens !== undefined, send)
  }

  const events = createEventMessages(config, push, tools)

  return {
    hear: events.hear,
    close: async () => events.close(),
    async handle(request) {
      const { verb, resource, params } = request
      if (verb === 'POST' && resource === 'push') return push(request.payload)
      if (verb === 'GET' && resource === '') {
        if (!isYes(params.check ?? '')) return { status: 200, body: { resource: [{ name: 'push' }] } }
        await client.signIn()
        return { status: 200, body: { success: true } }
      }
      if (resource !== 'push' && resource !== '') {
        throw new Problem(404, `Resource '${resource}' not found for service '${tools.service}'.`)
      }
      throw new Problem(400, `${verb} is not supported on '${resource}'.`)
    },
  }
}

/** The message without its receiver. Firebase requires strings as values of data. */
function messageIn(fields: Readonly<Record<string, unknown>>): object {
  const members = objects.flatMap((name) => {
    const value = fields[name]
    if (value === undefined || value === null) return []
    if (!isRecord(value)) throw new Problem(400, `'${name}' must be an object.`)
    return [[name, value] as const]
  })
  const { data } = fields
  if (data !== undefined && data !== null && !isRecord(data)) throw new Problem(400, "'data' must be an object.")
  if (members.length === 0 && !isRecord(data))
    throw new Problem(400, "The request has no 'notification' and no 'data'.")
  const texts = Object.entries(data ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return { ...Object.fromEntries(members), ...(isRecord(data) && { data: Object.fromEntries(texts) }) }
}

function groupIn({ topic, condition }: Readonly<Record<string, unknown>>): object | null {
  if (topic !== undefined && condition !== undefined)
    throw new Problem(400, "Only one of 'topic' and 'condition' can be there.")
  if (topic !== undefined) {
    const name = typeof topic === 'string' ? topic.replace(/^\/topics\//, '') : ''
    if (!/^[\w.~%-]{1,900}$/.test(name)) throw new Problem(400, "'topic' must be the name of a topic.")
    return { topic: name }
  }
  if (condition === undefined) return null
  if (typeof condition !== 'string' || condition === '') throw new Problem(400, "'condition' must be a text.")
  return { condition }
}

interface Pass {
  readonly token: string
  /** Milliseconds since 1970. */
  readonly ends: number
}

const limits = { longest: 256 * 1024, timeout: 15_000 }
const scope = 'https://www.googleapis.com/auth/firebase.messaging'
/** Lifetime of an assertion in seconds, the maximum that Google accepts. */
const lifetime = 3600
/** Milliseconds before a token's expiry at which it is renewed. */
const early = 60_000

/** A client of Firebase's HTTP v1 API for one project, as its service account. */
export class FcmClient {
  readonly #settings: FcmSettings
  readonly #tools: Pick<ConnectorTools, 'ask'>
  #pass: Promise<Pass> | null = null

  constructor(settings: FcmSettings, tools: Pick<ConnectorTools, 'ask'>) {
    this.#settings = settings
    this.#tools = tools
  }

  /** Returns the message's name in Firebase. Throws the error of Firebase, and a 503 if it cannot be used. */
  async send(message: object, validateOnly: boolean): Promise<string> {
    const { project, endpoint } = this.#settings
    const body = JSON.stringify({ message, ...(validateOnly && { validate_only: true }) })
    const address = new URL(`v1/projects/${encodeURIComponent(project)}/messages:send`, endpoint)
    const ask = async () => {
      const { token } = await this.signIn()
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json; charset=utf-8' }
      return this.#tools.ask({ verb: 'POST', address, headers, body }, limits)
    }
    let reply = await ask()
    if (reply.status === 401) {
      this.#pass = null
      reply = await ask()
    }
    const answer = readJson(reply)
    if (reply.status >= 200 && reply.status < 300) return typeof answer.name === 'string' ? answer.name : ''
    throw this.#refusal(reply.status, answer)
  }

  /** Returns a token that is still valid for a while. */
  async signIn(): Promise<Pass> {
    const known = this.#pass
    const current = await known
    if (current !== null && current.ends - early > Date.now()) return current
    // A concurrent call has already renewed it.
    if (this.#pass !== known && this.#pass !== null) return this.#pass
    const begun = this.#newPass()
    this.#pass = begun
    begun.catch(() => {
      if (this.#pass === begun) this.#pass = null
    })
    return begun
  }

  async #newPass(): Promise<Pass> {
    const { email, key, keyId, tokens, where } = this.#settings
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: email, scope, aud: tokens.href, iat: now, exp: now + lifetime }
    const assertion = signedToken(key, claims, keyId === null ? {} : { kid: keyId })
    const body = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion,
    }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const reply = await this.#tools.ask({ verb: 'POST', address: tokens, headers, body }, limits)
    const { access_token: token, expires_in: seconds } = readJson(reply)
    if (reply.status === 400 || reply.status === 401) {
      throw new Problem(503, `${where} cannot be used now: Google refuses the service account.`)
    }
    if (reply.status !== 200 || typeof token !== 'string') {
      throw new Problem(
        503,
        `${where} cannot be used now: the answer to its service account has the status ${reply.status}.`,
      )
    }
    return { token, ends: Date.now() + (Number(seconds) || 300) * 1000 }
  }

  #refusal(status: number, answer: Readonly<Record<string, unknown>>): Problem {
    const { where } = this.#settings
    const { message, status: word, details } = Object(answer.error)
    const own = (Array.isArray(details) ? details : []).find((each) => typeof Object(each).errorCode === 'string')
    const code = String(Object(own).errorCode ?? word ?? '')
    const said = typeof message === 'string' ? message.replace(/\p{Cc}+/gu, ' ').slice(0, 300) : code
    if (code === 'UNREGISTERED' || status === 404) return new Problem(404, 'The device is no longer registered.')
    if (code === 'SENDER_ID_MISMATCH') return new Problem(403, 'The device belongs to another project.')
    if (code === 'THIRD_PARTY_AUTH_ERROR')
      return new Problem(503, `${where} lacks the credentials for Apple or the browser: ${said}`)
    if (status === 401 || status === 403) {
      return new Problem(503, `${where} cannot be used now: it refuses the service account.`)
    }
    if (status === 429) return new Problem(429, `${where} currently accepts no more messages.`)
    if (status === 400) return new Problem(400, `${where} refuses the message: ${said}`)
    return new Problem(503, `${where} cannot be used now: it responded with status ${status}.`)
  }
}

function readJson({ body }: Reply): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(body.toString('utf8'))
    return isRecord(read) ? read : {}
  } catch {
    return {}
  }
}
