import type { Connector } from '@millwright/connector/connector'
import {
  type ApiDescription,
  listOf,
  members,
  operation,
  type Parameter,
  pascal,
  type Schema,
} from '@millwright/connector/openapi'
import { apnsConfig, awsSnsConfig, gcmConfig } from '@millwright/contract/service-config/messaging'
import { verbs } from '@millwright/contract/verbs'
import { apnsProblem } from './apns-settings.ts'
import { fcmProblem } from './fcm-settings.ts'
import { snsProblem } from './sns-settings.ts'

const text: Schema = { type: 'string' }
const object: Schema = { type: 'object' }
const whole: Schema = { type: 'integer' }
const devices = { token: text, tokens: { type: 'array', items: text, maxItems: 500 } } as const
const row = members({ token: text, name: text, success: { type: 'boolean' }, error: object })
const answer: Schema = { oneOf: [row, members({ resource: { type: 'array', items: row } })] }

function describePush(service: string, body: Schema): ApiDescription {
  const push = operation(`push${pascal(service)}`, 'Send a notification', {
    description: 'With several devices, the answer has a row for each, with its error if it was refused.',
    body,
    answer,
  })
  return { paths: { '/push': { post: push } }, components: {} }
}

/** Describes the API of an `apns` service (docs/wire/messages.md). */
const describeApns = (service: string): ApiDescription =>
  describePush(
    service,
    members({
      ...devices,
      title: text,
      body: text,
      badge: whole,
      sound: text,
      aps: object,
      data: object,
      topic: text,
      push_type: text,
      priority: whole,
      collapse_id: text,
      expiration: whole,
    }),
  )

/** Describes the API of a `gcm` service (docs/wire/messages.md). */
const describeFcm = (service: string): ApiDescription =>
  describePush(
    service,
    members({
      ...devices,
      topic: text,
      condition: text,
      notification: object,
      data: { type: 'object', additionalProperties: text },
      android: object,
      apns: object,
      webpush: object,
      fcm_options: object,
      validate_only: { type: 'boolean' },
    }),
  )

const attributes: Schema = { type: 'object', additionalProperties: text }

const message = (...receivers: string[]) =>
  members(
    {
      ...Object.fromEntries(receivers.map((name) => [name, text])),
      Message: { description: 'A text, or an object with texts by protocol and a default.' },
      Subject: text,
      MessageStructure: { type: 'string', enum: ['json'] },
      MessageAttributes: { type: 'object' },
      MessageGroupId: text,
      MessageDeduplicationId: text,
    },
    'Message',
  )

const sent = members({ MessageId: text })
const topic = members({ Topic: text, TopicArn: text })
const subscription = members({ Subscription: text, SubscriptionArn: text })
const listed = members({ Subscription: text, SubscriptionArn: text, TopicArn: text, Protocol: text, Endpoint: text })
const named = (name: string): Parameter => ({ name, in: 'path', required: true, schema: text })

/** Describes the API of an `aws_sns` service (docs/wire/messages.md). */
function describeSns(service: string): ApiDescription {
  const name = pascal(service)
  const byTopic = { parameters: [named('topic_name')] }
  const bySubscription = { parameters: [named('subscription_name')] }
  return {
    paths: {
      '/': {
        post: operation(`publish${name}Message`, 'Publish a message', {
          body: message('Topic', 'TargetArn', 'PhoneNumber'),
          answer: sent,
        }),
      },
      '/topic': {
        get: operation(`get${name}Topics`, 'List the topics', { answer: listOf(topic) }),
        post: operation(`create${name}Topic`, 'Create a topic', {
          body: members({ Name: text }, 'Name'),
          answer: topic,
          status: 201,
        }),
      },
      '/topic/{topic_name}': {
        get: operation(`get${name}Topic`, 'Read the attributes of a topic', { ...byTopic, answer: attributes }),
        post: operation(`publish${name}MessageToTopic`, 'Publish a message to a topic', {
          ...byTopic,
          body: message(),
          answer: sent,
        }),
        patch: operation(`update${name}Topic`, 'Change attributes of a topic', { ...byTopic, body: attributes }),
        delete: operation(`delete${name}Topic`, 'Delete a topic', byTopic),
      },
      '/topic/{topic_name}/subscription': {
        get: operation(`get${name}TopicSubscriptions`, 'List the subscriptions of a topic', {
          ...byTopic,
          answer: listOf(listed),
        }),
        post: operation(`subscribe${name}ToTopic`, 'Subscribe to a topic', {
          ...byTopic,
          body: members({ Protocol: text, Endpoint: text }, 'Protocol', 'Endpoint'),
          answer: subscription,
          status: 201,
        }),
      },
      '/subscription': {
        get: operation(`get${name}Subscriptions`, 'List the subscriptions', { answer: listOf(listed) }),
        post: operation(`subscribe${name}`, 'Subscribe', {
          body: members({ Topic: text, Protocol: text, Endpoint: text }, 'Topic', 'Protocol', 'Endpoint'),
          answer: subscription,
          status: 201,
        }),
      },
      '/subscription/{subscription_name}': {
        get: operation(`get${name}Subscription`, 'Read the attributes of a subscription', {
          ...bySubscription,
          answer: attributes,
        }),
        delete: operation(`unsubscribe${name}`, 'End a subscription', bySubscription),
      },
    },
    components: {},
  }
}

const trial = { resource: '', params: { check: 'true' } }

/** Notifications by Apple, Google and Amazon. */
export const connectors: readonly Connector[] = [
  {
    name: 'apns',
    label: 'Apple Push Notification',
    group: 'Notification',
    description: 'Sends notifications to devices of Apple.',
    tier: 'SILVER',
    settings: apnsConfig,
    check: apnsProblem,
    trial,
    paths: [{ path: 'push', verbs: ['POST'] }],
    describe: describeApns,
    shape: 'messages',
    load: () => import('./apns-caller.ts'),
  },
  {
    name: 'gcm',
    label: 'Firebase Cloud Messaging',
    group: 'Notification',
    description: 'Sends notifications to Android devices and browsers by Google.',
    tier: 'SILVER',
    settings: gcmConfig,
    check: fcmProblem,
    trial,
    paths: [{ path: 'push', verbs: ['POST'] }],
    describe: describeFcm,
    shape: 'messages',
    load: () => import('./fcm-caller.ts'),
  },
  {
    name: 'aws_sns',
    label: 'AWS SNS',
    group: 'Notification',
    description: 'Sends notifications by the Simple Notification Service of Amazon.',
    settings: awsSnsConfig,
    check: snsProblem,
    trial,
    paths: [
      { path: '', verbs: ['GET', 'POST'] },
      { path: 'topic', verbs: ['GET', 'POST'] },
      { path: 'topic/{topic_name}', verbs },
      { path: 'topic/{topic_name}/subscription', verbs: ['GET', 'POST'] },
      { path: 'subscription', verbs: ['GET', 'POST'] },
      { path: 'subscription/{subscription_name}', verbs: ['GET', 'DELETE'] },
    ],
    describe: describeSns,
    shape: 'messages',
    load: () => import('./sns-caller.ts'),
  },
]
