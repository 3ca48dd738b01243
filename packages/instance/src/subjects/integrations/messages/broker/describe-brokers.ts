import type { ApiDescription, Schema } from '@millwright/connector/openapi/openapi'
import { listOf, members, operation, pascal } from '@millwright/connector/openapi/operation'

const text: Schema = { type: 'string' }
const flag: Schema = { type: 'boolean' }
const service: Schema = {
  description: 'Path of the service to call with each message, or an object with details.',
  oneOf: [text, members({ endpoint: text, verb: text, parameter: { type: 'object' } }, 'endpoint')],
}

/** Describes the API of an `mqtt` service (docs/wire/messages.md). */
export function describeMqtt(name: string): ApiDescription {
  const qos: Schema = { type: 'integer', minimum: 0, maximum: 2 }
  return describeBroker(name, {
    published: members({ topic: text, message: {}, qos, retain: flag }, 'topic', 'message'),
    subscription: members(
      { topic: { type: 'string', description: 'May contain the wildcards + and #.' }, service },
      'topic',
      'service',
    ),
  })
}

/** Describes the API of an `amqp` service (docs/wire/messages.md). */
export function describeAmqp(name: string): ApiDescription {
  const key: Schema = { type: 'string', description: 'Which messages an exchange routes.' }
  const qos: Schema = { type: 'integer', minimum: 1, description: 'How many messages are processed at a time.' }
  return describeBroker(name, {
    published: members({ queue: text, exchange: text, topic: text, routing_key: key, message: {} }, 'message'),
    subscription: members({ queue: text, exchange: text, routing_key: key, qos, service }, 'service'),
  })
}

interface Bodies {
  readonly published: Schema
  readonly subscription: Schema
}

function describeBroker(service: string, { published, subscription }: Bodies): ApiDescription {
  const named = pascal(service)
  return {
    paths: {
      '/pub': { post: operation(`publish${named}Message`, 'Publish a message', { body: published }) },
      '/sub': {
        get: operation(`get${named}Subscriptions`, 'List subscriptions', { answer: listOf(subscription) }),
        post: operation(`subscribe${named}`, 'Subscribe services to messages', {
          body: { type: 'array', items: subscription },
          answer: members({ success: flag, job_count: { type: 'integer' } }),
        }),
        delete: operation(`unsubscribe${named}`, 'End all subscriptions'),
      },
    },
    components: {},
  }
}
