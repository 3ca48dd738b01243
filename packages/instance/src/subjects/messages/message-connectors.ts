import { logstashConfig, mqttConfig } from '@millwright/contract/service-config/messaging'
import type { Connector } from '../../gateway/ports/connector.ts'
import { describeLogstash } from './logstash/describe-logstash.ts'
import { describeMqtt } from './mqtt/describe-mqtt.ts'

/** What sends messages, and receives them. */
export const messageConnectors: readonly Connector[] = [
  {
    name: 'mqtt',
    label: 'MQTT Client',
    group: 'IoT',
    description: 'Sends and receives messages by an MQTT broker, as small devices do.',
    tier: 'SILVER',
    settings: mqttConfig,
    trial: { resource: '', params: { check: 'true' } },
    paths: [
      { path: 'pub', verbs: ['POST'] },
      { path: 'sub', verbs: ['GET', 'POST', 'DELETE'] },
    ],
    describe: describeMqtt,
    shape: 'messages',
    load: () => import('./mqtt/mqtt-caller.ts'),
  },
  {
    name: 'logstash',
    label: 'Logstash',
    group: 'Log',
    description: 'Sends what happens on this instance to Logstash, Graylog and other logs.',
    tier: 'GOLD',
    settings: logstashConfig,
    trial: { resource: '', params: { check: 'true' } },
    paths: [
      { path: '', verbs: ['POST', 'PUT'] },
      { path: '{level}', verbs: ['POST', 'PUT'] },
    ],
    describe: describeLogstash,
    shape: 'messages',
    load: () => import('./logstash/logstash-caller.ts'),
  },
]
