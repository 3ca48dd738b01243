import type { Connector } from '@millwright/connector/connector'
import {
  type ApiDescription,
  members,
  operation,
  pascal,
  pathParameter,
  type Schema,
} from '@millwright/connector/openapi'
import { logstashConfig } from '@millwright/contract/service-config/messaging'
import { levels } from './logstash-settings.ts'

/** Messages for Logstash, Graylog and other logs. */
export const connectors: readonly Connector[] = [
  {
    name: 'logstash',
    label: 'Logstash',
    group: 'Log',
    description: 'Sends events of this instance to Logstash, Graylog and other logs.',
    tier: 'GOLD',
    settings: logstashConfig,
    trial: { resource: '', params: { check: 'true' } },
    paths: [
      { path: '', verbs: ['POST', 'PUT'] },
      { path: '{level}', verbs: ['POST', 'PUT'] },
    ],
    describe: describeLogstash,
    shape: 'messages',
    load: () => import('./logstash-caller.ts'),
  },
]

const text: Schema = { type: 'string' }
const level: Schema = { type: 'string', enum: [...levels], description: 'Severity; default INFO.' }
const answer = members({ success: { type: 'boolean' } })
const body = members({ message: text, level })

/** Describes the API of a `logstash` service (docs/wire/messages.md). */
function describeLogstash(service: string): ApiDescription {
  const named = pascal(service)
  const messageInPath = pathParameter('message', 'What to log.')
  return {
    paths: {
      '/': {
        post: operation(`log${named}Message`, 'Log a message', {
          body: members({ message: text, level }, 'message'),
          answer,
        }),
      },
      '/{message}': {
        parameters: [messageInPath],
        post: operation(`log${named}MessageInPath`, 'Log a message given in the URL', { body, answer }),
      },
      '/{level}/{message}': {
        parameters: [pathParameter('level', 'Severity.', { type: 'string' }), messageInPath],
        post: operation(`log${named}MessageOfLevel`, 'Log a message with a level', { answer }),
      },
    },
    components: {},
  }
}
