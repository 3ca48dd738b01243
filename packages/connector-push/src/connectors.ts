import type { Connector } from '@millwright/connector/connector'
import { apnsConfig, awsSnsConfig, gcmConfig } from '@millwright/contract/service-config/messaging'
import { verbs } from '@millwright/contract/verbs'
import { apnsProblem } from './apns-settings.ts'
import { describeApns, describeFcm, describeSns } from './describe-push.ts'
import { fcmProblem } from './fcm-settings.ts'
import { snsProblem } from './sns-settings.ts'

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
