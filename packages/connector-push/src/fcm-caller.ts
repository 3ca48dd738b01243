import type { Settings } from '@millwright/connector/config-values'
import type { Caller, ConnectorTools } from '@millwright/connector/connector'
import type { ServiceResponse } from '@millwright/connector/request'
import { isYes } from '@millwright/connector/yes-and-no'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { createEventMessages } from './event-messages.ts'
import { FcmClient } from './fcm-client.ts'
import { fcmSettings } from './fcm-settings.ts'
import { readTokens, sendToEach } from './push-receivers.ts'

const objects = ['notification', 'android', 'apns', 'webpush', 'fcm_options'] as const

/** Sends messages to devices, topics and conditions of a Firebase project (docs/wire/messages.md). */
export function open(config: Settings, tools: ConnectorTools): Caller {
  const client = new FcmClient(fcmSettings(config), tools)

  async function push(payload: unknown): Promise<ServiceResponse> {
    if (!isRecord(payload)) throw new Problem(400, 'The body must be an object.')
    const given = isRecord(payload.message) ? payload.message : payload
    const validateOnly = payload.validate_only === true
    const message = messageIn(given)
    const tokens = readTokens(given, /^[\w:-]{1,4096}$/)
    const group = groupIn(given)
    if ((tokens === null) === (group === null)) {
      throw new Problem(400, "The request must have one of 'token', 'tokens', 'topic' and 'condition'.")
    }
    if (tokens === null)
      return { status: 200, body: { name: await client.send({ ...message, ...group }, validateOnly) } }
    const send = async (token: string) => ({ name: await client.send({ ...message, token }, validateOnly) })
    return sendToEach(tokens, given.tokens !== undefined, send)
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
function messageIn(given: Readonly<Record<string, unknown>>): object {
  const members = objects.flatMap((name) => {
    const value = given[name]
    if (value === undefined || value === null) return []
    if (!isRecord(value)) throw new Problem(400, `'${name}' must be an object.`)
    return [[name, value] as const]
  })
  const { data } = given
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
