import type { Settings } from '@millwright/connector/config-values'
import type { Caller, ConnectorTools } from '@millwright/connector/connector'
import { isYes, type ServiceRequest, type ServiceResponse } from '@millwright/connector/request'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { createEventMessages } from './event-messages.ts'
import { attributesIn, type Publication, readPublication, SnsClient, textIn } from './sns-client.ts'
import { snsSettings } from './sns-settings.ts'

type Members = Readonly<Record<string, unknown>>

/** Topics, subscriptions and messages of Amazon SNS (docs/wire/messages.md). */
export function open(config: Settings, tools: ConnectorTools): Caller {
  const settings = snsSettings(config)
  const client = new SnsClient(settings, tools)
  /** Common prefix of the account's topic ARNs, or `null` if it is not known yet. */
  let prefix: string | null = null

  async function arnOf(name: string): Promise<string> {
    if (name.startsWith('arn:')) return name
    if (!/^[\w-]{1,256}(?:\.fifo)?(?::[\w-]{1,64})?$/.test(name)) throw new Problem(404, `There is no '${name}'.`)
    if (prefix === null) {
      const first = textIn(Object(Object((await client.act('ListTopics')).Topics).member?.[0]), 'TopicArn')
      if (first === '') throw new Problem(404, `There is no '${name}'.`)
      prefix = first.slice(0, first.lastIndexOf(':') + 1)
    }
    return prefix + name
  }

  async function publish({ to, params }: Publication, topic: string | null): Promise<ServiceResponse> {
    const receiver = topic === null ? to : { topic }
    if (receiver === null) throw new Problem(400, "The request has no 'Topic', 'TargetArn' or 'PhoneNumber'.")
    const target: Record<string, string> =
      'topic' in receiver
        ? { TopicArn: await arnOf(receiver.topic) }
        : 'target' in receiver
          ? { TargetArn: receiver.target }
          : { PhoneNumber: receiver.phone }
    const result = await client.act('Publish', { ...target, ...params })
    return { status: 200, body: { MessageId: textIn(result, 'MessageId') } }
  }

  async function topics(): Promise<{ Topic: string; TopicArn: string }[]> {
    const found = await client.list('ListTopics', 'Topics')
    return found.map((each) => ({ Topic: shortOf(textIn(each, 'TopicArn')), TopicArn: textIn(each, 'TopicArn') }))
  }

  async function makeTopic({ payload }: ServiceRequest): Promise<ServiceResponse> {
    const rows = isRecord(payload) && Array.isArray(payload.resource) ? payload.resource : [payload]
    const names = rows.map((row) => nameIn(row))
    const newTopics: object[] = []
    for (const name of names) {
      const arn = textIn(await client.act('CreateTopic', paramsOfTopic(name)), 'TopicArn')
      newTopics.push({ Topic: shortOf(arn), TopicArn: arn })
    }
    return { status: 201, body: rows[0] === payload ? newTopics[0] : { resource: newTopics } }
  }

  async function changeTopic(name: string, { payload }: ServiceRequest): Promise<ServiceResponse> {
    const changes = isRecord(payload) ? Object.entries(payload) : []
    if (changes.length === 0) throw new Problem(400, 'The body must be an object with attributes of the topic.')
    const arn = await arnOf(name)
    for (const [attribute, value] of changes) {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      await client.act('SetTopicAttributes', { TopicArn: arn, AttributeName: attribute, AttributeValue: text })
    }
    return success
  }

  async function ofTopic(name: string, request: ServiceRequest): Promise<ServiceResponse> {
    const { verb, payload } = request
    if (verb === 'POST') return publish(readPublication(payload), name)
    if (verb === 'PUT' || verb === 'PATCH') return changeTopic(name, request)
    const arn = await arnOf(name)
    const attributes = attributesIn(await client.act('GetTopicAttributes', { TopicArn: arn }))
    if (verb === 'GET') return { status: 200, body: { Topic: shortOf(arn), ...attributes } }
    await client.act('DeleteTopic', { TopicArn: arn })
    return success
  }

  async function subscriptions(topic: string | null): Promise<ServiceResponse> {
    const found =
      topic === null
        ? await client.list('ListSubscriptions', 'Subscriptions')
        : await client.list('ListSubscriptionsByTopic', 'Subscriptions', { TopicArn: await arnOf(topic) })
    const resource = found.map((each) => ({ Subscription: shortOf(textIn(each, 'SubscriptionArn')), ...each }))
    return { status: 200, body: { resource } }
  }

  async function subscribe(topic: unknown, { payload }: ServiceRequest): Promise<ServiceResponse> {
    const { Protocol: protocol, Endpoint: endpoint } = isRecord(payload) ? payload : {}
    if (typeof topic !== 'string' || topic === '') throw new Problem(400, "The request has no 'Topic'.")
    if (typeof protocol !== 'string' || typeof endpoint !== 'string') {
      throw new Problem(400, "The request has no 'Protocol' and 'Endpoint'.")
    }
    const subscribeParams = { TopicArn: await arnOf(topic), Protocol: protocol, Endpoint: endpoint }
    const arn = textIn(
      await client.act('Subscribe', { ...subscribeParams, ReturnSubscriptionArn: 'true' }),
      'SubscriptionArn',
    )
    return { status: 201, body: { Subscription: shortOf(arn), SubscriptionArn: arn } }
  }

  async function ofSubscription(name: string, { verb }: ServiceRequest): Promise<ServiceResponse> {
    const arn = await arnOf(name)
    const attributes = attributesIn(await client.act('GetSubscriptionAttributes', { SubscriptionArn: arn }))
    if (verb === 'GET') return { status: 200, body: { Subscription: shortOf(arn), ...attributes } }
    if (verb !== 'DELETE') throw unsupported(verb, `subscription/${name}`)
    await client.act('Unsubscribe', { SubscriptionArn: arn })
    return success
  }

  async function ofRoot({ verb, params, payload }: ServiceRequest): Promise<ServiceResponse> {
    if (verb === 'POST') return publish(readPublication(payload), null)
    if (verb !== 'GET') throw unsupported(verb, tools.service)
    if (!isYes(params.check ?? ''))
      return { status: 200, body: { resource: [{ name: 'topic' }, { name: 'subscription' }] } }
    await client.act('ListTopics')
    return success
  }

  const events = createEventMessages(config, (body) => publish(readPublication(body), null), tools)

  return {
    hear: events.hear,
    close: async () => events.close(),
    async components() {
      const names = (await topics()).map(({ Topic }) => `topic/${Topic}`)
      return ['topic', 'topic/*', ...names, 'subscription', 'subscription/*']
    },
    async handle(request) {
      const { verb, resource, payload } = request
      const [first = '', name, below, ...rest] = resource === '' ? [] : resource.split('/')
      if (first === '') return ofRoot(request)
      if (first === 'topic' && name === undefined) {
        if (verb === 'GET') return { status: 200, body: { resource: await topics() } }
        if (verb === 'POST') return makeTopic(request)
        throw unsupported(verb, resource)
      }
      if (first === 'topic' && name !== undefined && below === undefined) return ofTopic(name, request)
      const isList = (first === 'subscription' && name === undefined) || (below === 'subscription' && rest.length === 0)
      if (isList && (first === 'topic' || first === 'subscription')) {
        const topic = first === 'topic' ? name : null
        if (verb === 'GET') return subscriptions(topic ?? null)
        if (verb === 'POST') return subscribe(topic ?? (isRecord(payload) ? payload.Topic : null), request)
        throw unsupported(verb, resource)
      }
      if (first === 'subscription' && name !== undefined && below === undefined) return ofSubscription(name, request)
      throw new Problem(404, `Resource '${resource}' not found for service '${tools.service}'.`)
    },
  }
}

const success: ServiceResponse = { status: 200, body: { success: true } }

const unsupported = (verb: string, resource: string) => new Problem(400, `${verb} is not supported on '${resource}'.`)

/** The name of a topic, or the topic and id of a subscription. */
const shortOf = (arn: string) => arn.replace(/^arn:[^:]*:sns:[^:]*:[^:]*:/, '')

function nameIn(row: unknown): string {
  const { Name: name, name: other = name }: Members = isRecord(row) ? row : {}
  if (typeof other !== 'string' || !/^[\w-]{1,256}(?:\.fifo)?$/.test(other)) {
    throw new Problem(400, "'Name' must be 1 to 256 letters, digits, hyphens and underscores; .fifo may be at the end.")
  }
  return other
}

function paramsOfTopic(name: string): Record<string, string> {
  const fifo = { 'Attributes.entry.1.key': 'FifoTopic', 'Attributes.entry.1.value': 'true' }
  return { Name: name, ...(name.endsWith('.fifo') && fifo) }
}
