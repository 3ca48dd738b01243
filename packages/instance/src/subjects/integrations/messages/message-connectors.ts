import type { Connector } from '@millwright/connector/connector'
import {
  amqpConfig,
  apnsConfig,
  awsSnsConfig,
  gcmConfig,
  logstashConfig,
  mqttConfig,
} from '@millwright/contract/service-config/messaging'
import { verbs } from '@millwright/contract/verbs'
import { apnsProblem } from './apns/apns-settings.ts'
import { describeAmqp, describeMqtt } from './broker/describe-brokers.ts'
import { fcmProblem } from './fcm/fcm-settings.ts'
import { describeLogstash } from './logstash/describe-logstash.ts'
import { describeApns, describeFcm } from './push/describe-push.ts'
import { describeSns } from './sns/describe-sns.ts'
import { snsProblem } from './sns/sns-settings.ts'

const brokerPaths: Connector['paths'] = [
  { path: 'pub', verbs: ['POST'] },
  { path: 'sub', verbs: ['GET', 'POST', 'DELETE'] },
]

const trial = { resource: '', params: { check: 'true' } }

/** Connectors that send or receive messages. */
export const messageConnectors: readonly Connector[] = [
  {
    name: 'mqtt',
    label: 'MQTT Client',
    group: 'IoT',
    description: 'Sends and receives messages by an MQTT broker, as small devices do.',
    tier: 'SILVER',
    settings: mqttConfig,
    trial,
    paths: brokerPaths,
    describe: describeMqtt,
    shape: 'messages',
    load: () => import('./mqtt/mqtt-caller.ts'),
  },
  {
    name: 'amqp',
    label: 'AMQP Client',
    group: 'IoT',
    description: 'Sends and receives messages by RabbitMQ and other brokers of AMQP 0-9-1.',
    tier: 'SILVER',
    settings: amqpConfig,
    trial,
    paths: brokerPaths,
    describe: describeAmqp,
    shape: 'messages',
    load: () => import('./amqp/amqp-caller.ts'),
  },
  {
    name: 'logstash',
    label: 'Logstash',
    group: 'Log',
    description: 'Sends events of this instance to Logstash, Graylog and other logs.',
    tier: 'GOLD',
    settings: logstashConfig,
    trial,
    paths: [
      { path: '', verbs: ['POST', 'PUT'] },
      { path: '{level}', verbs: ['POST', 'PUT'] },
    ],
    describe: describeLogstash,
    shape: 'messages',
    load: () => import('./logstash/logstash-caller.ts'),
  },
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
    load: () => import('./apns/apns-caller.ts'),
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
    load: () => import('./fcm/fcm-caller.ts'),
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
    load: () => import('./sns/sns-caller.ts'),
  },
]
