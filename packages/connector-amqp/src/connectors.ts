import { brokerPaths, calledServiceSchema, describeBroker } from '@millwright/connector/broker/describe-broker'
import type { Connector } from '@millwright/connector/connector'
import { type ApiDescription, members, type Schema } from '@millwright/connector/openapi'
import { amqpConfig } from '@millwright/contract/service-config/messaging'

/** Messages by RabbitMQ and other brokers of AMQP 0-9-1. */
export const connectors: readonly Connector[] = [
  {
    name: 'amqp',
    label: 'AMQP Client',
    group: 'IoT',
    description: 'Sends and receives messages by RabbitMQ and other brokers of AMQP 0-9-1.',
    tier: 'SILVER',
    settings: amqpConfig,
    trial: { resource: '', params: { check: 'true' } },
    paths: brokerPaths,
    describe: describeAmqp,
    shape: 'messages',
    load: () => import('./amqp-caller.ts'),
  },
]

const text: Schema = { type: 'string' }

/** Describes the API of an `amqp` service (docs/wire/messages.md). */
function describeAmqp(name: string): ApiDescription {
  const key: Schema = { type: 'string', description: 'Which messages an exchange routes.' }
  const qos: Schema = { type: 'integer', minimum: 1, description: 'How many messages are processed at a time.' }
  return describeBroker(name, {
    published: members({ queue: text, exchange: text, topic: text, routing_key: key, message: {} }, 'message'),
    subscription: members(
      { queue: text, exchange: text, routing_key: key, qos, service: calledServiceSchema },
      'service',
    ),
  })
}
