import { secretMask } from '@millwright/contract/records/lookup'
import { webhookDeliveryFields, webhookFields } from '@millwright/contract/records/webhook'
import { hasGuardedEvent } from '../../../access/authority/guarded-events.ts'
import { declareTable } from '../../../records/system/declared-table.ts'
import { secretProblem } from './webhook-secret.ts'

const maxEvents = 100

/** URLs that are notified of events over HTTP (docs/wire/webhooks.md). */
export const webhook = declareTable({
  table: 'webhook',
  label: 'Webhook',
  fields: webhookFields,
  authored: true,
  authority: {
    columns: {
      name: 'plain',
      description: 'plain',
      url: ['runs later', 'addresses'],
      events: 'runs later',
      secret: 'runs later',
      include_data: 'runs later',
      is_active: 'runs later',
    },
    reserved: ({ events }) =>
      hasGuardedEvent(eventsIn(events))
        ? "Webhooks for events of the services 'system' and 'user' are for full administrators only."
        : null,
  },
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
      secrets: {
        open: (stored, _row, { vault }) => (typeof stored === 'string' ? vault.open(stored) : null),
        hide: (plain, _row, replace) => replace(plain),
      },
      auditedAs: ({ secret }) => (secret === null ? null : secretMask),
    },
  },
})

export function eventsIn(stored: unknown): string[] {
  const events: unknown = typeof stored === 'string' ? JSON.parse(stored) : []
  return Array.isArray(events) ? events.map(String) : []
}

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
  authority: 'instance',
  audit: 'none',
  auditedAs: null,
})
