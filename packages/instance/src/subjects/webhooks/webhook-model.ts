import { secretMask } from '@millwright/contract/records/lookup'
import { webhookDeliveryFields, webhookFields } from '@millwright/contract/records/webhook'
import { declareTable } from '../../records/system/declared-table.ts'
import { secretProblem } from './signature.ts'

const maxEvents = 100

/** URLs that are notified of events over HTTP (docs/wire/webhooks.md). */
export const webhook = declareTable({
  table: 'webhook',
  label: 'Webhook',
  fields: webhookFields,
  authored: ['url', 'events', 'secret', 'include_data'],
  columns: {
    url: { check: urlProblem },
    events: {
      check: (value) => {
        if (!Array.isArray(value) || value.some((each) => typeof each !== 'string')) {
          return 'events must be a list of names of events.'
        }
        return value.length <= maxEvents ? null : `events may have ${maxEvents} names at most.`
      },
      write: (value) => JSON.stringify(Array.isArray(value) ? [...new Set(value.map(String))] : []),
    },
    secret: {
      accept: (sent) => (sent === '' ? null : sent),
      check: (value) => {
        const problem = value === secretMask ? null : secretProblem(String(value))
        return problem === null ? null : `secret ${problem}`
      },
      read: (stored) => (stored === null ? null : secretMask),
      write: (value, { vault, creating }) => {
        if (value === secretMask) return creating ? null : undefined
        return typeof value === 'string' ? vault.seal(value) : null
      },
      comparable: false,
      auditedAs: ({ secret }) => (secret === null ? null : secretMask),
    },
  },
})

function urlProblem(value: unknown): string | null {
  const address = URL.parse(String(value))
  if (address === null || (address.protocol !== 'http:' && address.protocol !== 'https:')) {
    return 'url must begin with https:// or http://.'
  }
  return address.username === '' && address.password === '' ? null : 'url must not have a user or password in it.'
}

/** Messages to webhooks, without their contents. */
export const webhookDelivery = declareTable({
  table: 'webhook_delivery',
  label: 'Webhook Delivery',
  plural: 'Webhook Deliveries',
  fields: webhookDeliveryFields,
  audit: 'none',
  auditedAs: null,
})
