import type { ApiDescription, Schema } from '../../../gateway/ports/openapi.ts'
import { listOf, members, operation, pascal } from '../../docs/operation.ts'

const text: Schema = { type: 'string' }
const flag: Schema = { type: 'boolean' }
const subscription = members(
  {
    topic: { type: 'string', description: 'May contain the wildcards + and #.' },
    service: {
      description: 'Path of the service to call with each message, or an object with details.',
      oneOf: [text, members({ endpoint: text, verb: text, parameter: { type: 'object' } }, 'endpoint')],
    },
  },
  'topic',
  'service',
)

/** Describes the API of an `mqtt` service (docs/wire/messages.md). */
export function describeMqtt(service: string): ApiDescription {
  const named = pascal(service)
  return {
    paths: {
      '/pub': {
        post: operation(`publish${named}Message`, 'Publish a message', {
          body: members(
            { topic: text, message: {}, qos: { type: 'integer', minimum: 0, maximum: 2 }, retain: flag },
            'topic',
            'message',
          ),
        }),
      },
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
