import { brokerPaths, calledServiceSchema, describeBroker } from '@millwright/connector/broker/describe-broker'
import type { Connector } from '@millwright/connector/connector'
import { type ApiDescription, members, type Schema } from '@millwright/connector/openapi'
import { mqttConfig } from '@millwright/contract/service-config/messaging'

/** Messages by brokers of MQTT. */
export const connectors: readonly Connector[] = [
  {
    name: 'mqtt',
    label: 'MQTT Client',
    group: 'IoT',
    description: 'Sends and receives messages by an MQTT broker, as small devices do.',
    tier: 'SILVER',
    settings: mqttConfig,
    trial: { resource: '', params: { check: 'true' } },
    paths: brokerPaths,
    describe: describeMqtt,
    shape: 'messages',
    load: () => import('./mqtt-caller.ts'),
  },
]

const text: Schema = { type: 'string' }

/** Describes the API of an `mqtt` service (docs/wire/messages.md). */
function describeMqtt(name: string): ApiDescription {
  const qos: Schema = { type: 'integer', minimum: 0, maximum: 2 }
  return describeBroker(name, {
    published: members({ topic: text, message: {}, qos, retain: { type: 'boolean' } }, 'topic', 'message'),
    subscription: members(
      { topic: { type: 'string', description: 'May contain the wildcards + and #.' }, service: calledServiceSchema },
      'topic',
      'service',
    ),
  })
}
