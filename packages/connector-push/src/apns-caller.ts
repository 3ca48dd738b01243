import type { Settings } from '@millwright/connector/config-values'
import type { Caller, ConnectorTools } from '@millwright/connector/connector'
import { connectionLost, lineReason } from '@millwright/connector/error-words'
import { isYes, type ServiceResponse } from '@millwright/connector/request'
import { signedToken } from '@millwright/connector/signed-token'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { type ApnsAnswer, ApnsConnection } from './apns-line.ts'
import { apnsSettings } from './apns-settings.ts'
import { createEventMessages } from './event-messages.ts'
import { readTokens, sendToEach } from './push-receivers.ts'

interface Notification {
  readonly headers: Readonly<Record<string, string>>
  /** JSON. */
  readonly body: string
}

/** Maximum bytes, as documented by Apple for everything but calls. */
const longest = 4096
const pushTypes = [
  'alert',
  'background',
  'complication',
  'fileprovider',
  'liveactivity',
  'location',
  'mdm',
  'voip',
] as const

/**
 * Parses the notification in a body: Apple's `aps`, or `title` and `body`, with optional `data` (docs/wire/messages.md). Throws
 * a 400 if it is invalid.
 */
function readNotification(fields: Readonly<Record<string, unknown>>): Notification {
  const aps = apsIn(fields)
  const { data } = fields
  if (data !== undefined && data !== null && !isRecord(data)) throw new Problem(400, "'data' must be an object.")
  const body = JSON.stringify({ ...data, aps })
  if (Buffer.byteLength(body) > longest) throw new Problem(413, `A notification has at most ${longest} bytes.`)
  const isSilent = aps.alert === undefined && aps.badge === undefined && aps.sound === undefined
  const type = fields.push_type ?? (isSilent ? 'background' : 'alert')
  if (!pushTypes.some((each) => each === type))
    throw new Problem(400, `'push_type' must be one of ${pushTypes.join(', ')}.`)
  return {
    body,
    headers: {
      'apns-push-type': String(type),
      'apns-priority': String(numberIn(fields, 'priority', [1, 5, 10]) ?? (type === 'background' ? 5 : 10)),
      ...header(fields, 'topic', /^[\w.-]{1,255}$/),
      ...header(fields, 'collapse_id', /^[\x21-\x7e]{1,64}$/),
      ...header(fields, 'expiration', /^\d{1,12}$/),
    },
  }
}

function apsIn({
  aps,
  title,
  body,
  badge,
  sound,
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (aps !== undefined) {
    if (!isRecord(aps)) throw new Problem(400, "'aps' must be an object.")
    return aps
  }
  for (const [name, value] of Object.entries({ title, body, sound })) {
    if (value !== undefined && typeof value !== 'string') throw new Problem(400, `'${name}' must be a text.`)
  }
  if (badge !== undefined && !Number.isInteger(badge)) throw new Problem(400, "'badge' must be a whole number.")
  const alert = title === undefined && body === undefined ? undefined : { title, body }
  if (alert === undefined && badge === undefined)
    throw new Problem(400, "The request has no 'aps', 'title', 'body' or 'badge'.")
  return { alert, badge, sound }
}

function numberIn(fields: Readonly<Record<string, unknown>>, name: string, values: readonly number[]): number | null {
  const value = fields[name]
  if (value === undefined || value === null) return null
  if (!values.some((each) => each === value)) throw new Problem(400, `'${name}' must be one of ${values.join(', ')}.`)
  return Number(value)
}

function header(fields: Readonly<Record<string, unknown>>, name: string, form: RegExp): Record<string, string> {
  const value = fields[name]
  if (value === undefined || value === null) return {}
  if (!form.test(String(value))) throw new Problem(400, `'${name}' does not accept this value.`)
  return { [`apns-${name.replace('_', '-')}`]: String(value) }
}

/** Lifetime of a token in milliseconds, a little less than the hour that Apple accepts. */
const tokenLife = 50 * 60_000
const deviceForm = /^[0-9a-f]{8,200}$/i
/** A token that no device has. Apple checks the provider's key before the device. */
const noDevice = '0'.repeat(64)

/** Sends notifications to Apple devices (docs/wire/messages.md). */
export function open(config: Settings, tools: ConnectorTools): Caller {
  const settings = apnsSettings(config)
  const { identity, where } = settings
  const line = new ApnsConnection(settings)
  let signed: { readonly token: string; readonly at: number } | null = null

  function authorization(): Record<string, string> {
    if ('pem' in identity) return {}
    const now = Date.now()
    if (signed === null || now - signed.at > tokenLife) {
      const claims = { iss: identity.team, iat: Math.floor(now / 1000) }
      signed = { token: signedToken(identity.key, claims, { kid: identity.keyId }), at: now }
    }
    return { authorization: `bearer ${signed.token}` }
  }

  async function post(device: string, { headers, body }: Notification): Promise<ApnsAnswer> {
    const topic = headers['apns-topic'] ?? settings.topic
    const named = topic === null ? {} : { 'apns-topic': topic }
    try {
      return await line.post(`/3/device/${device}`, { ...authorization(), ...headers, ...named }, body)
    } catch (error) {
      if (error instanceof Problem) throw error
      const reason = error instanceof Error ? lineReason(error) : null
      throw new Problem(503, `${where} cannot be used now: ${reason ?? connectionLost}`, { cause: error })
    }
  }

  async function send(device: string, notification: Notification): Promise<object> {
    let answer = await post(device, notification)
    if (answer.reason === 'ExpiredProviderToken') {
      signed = null
      answer = await post(device, notification)
    }
    if (answer.status === 200) return { success: true }
    throw refusal(answer)
  }

  function refusal({ status, reason }: ApnsAnswer): Problem {
    if (status === 410 || reason === 'Unregistered' || reason === 'ExpiredToken') {
      return new Problem(404, 'The device is no longer registered.')
    }
    if (/ProviderToken|Certificate/.test(reason))
      return new Problem(503, `${where} cannot be used now: it refuses the key (${reason}).`)
    if (status === 413) return new Problem(413, `${where} does not accept notifications of this length.`)
    if (status === 429) return new Problem(429, `${where} currently accepts no more notifications for the device.`)
    if (status >= 400 && status < 500)
      return new Problem(status === 403 ? 403 : 400, `${where} refuses the notification: ${reason}`)
    return new Problem(503, `${where} cannot be used now: it responded with status ${status}.`)
  }

  async function push(payload: unknown): Promise<ServiceResponse> {
    if (!isRecord(payload)) throw new Problem(400, 'The body must be an object.')
    const notification = readNotification(payload)
    const tokens = readTokens(payload, deviceForm)
    if (tokens === null) throw new Problem(400, "The request has no 'token' and no 'tokens'.")
    return sendToEach(tokens, payload.tokens !== undefined, (device) => send(device, notification))
  }

  async function check(): Promise<ServiceResponse> {
    const answer = await post(noDevice, readNotification({ aps: { 'content-available': 1 } }))
    if (answer.status !== 200 && answer.reason !== 'BadDeviceToken') throw refusal(answer)
    return { status: 200, body: { success: true } }
  }

  const events = createEventMessages(config, push, tools)

  return {
    hear: events.hear,
    async handle(request) {
      const { verb, resource, params } = request
      if (verb === 'POST' && resource === 'push') return push(request.payload)
      if (verb === 'GET' && resource === '') {
        return isYes(params.check ?? '') ? check() : { status: 200, body: { resource: [{ name: 'push' }] } }
      }
      if (resource !== 'push' && resource !== '') {
        throw new Problem(404, `Resource '${resource}' not found for service '${tools.service}'.`)
      }
      throw new Problem(400, `${verb} is not supported on '${resource}'.`)
    },
    async close() {
      events.close()
      line.close()
    },
  }
}
