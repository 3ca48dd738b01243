import { randomBytes } from 'node:crypto'
import { secretMask } from '@millwright/contract/records/lookup'
import { webhookDeliveryFields, webhookFields } from '@millwright/contract/records/webhook'
import { hasGuardedEvent } from '../../../access/required-rights.ts'
import { declareTable } from '../../../records/system/declared-table.ts'

/** Prefix of secrets in Standard Webhooks 1.0 (docs/wire/webhooks.md). */
const prefix = 'whsec_'

export const newSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`

/** What is wrong with a secret, as part of a sentence; `null`: it is valid. */
function secretProblem(secret: string): string | null {
  const bytes = secretBytes(secret)
  if (bytes !== null && bytes.length >= 24 && bytes.length <= 64) return null
  return `must be '${prefix}' and base64 of 24 to 64 random bytes.`
}

/** The bytes of a secret; `null` if it is not valid. */
export function secretBytes(secret: string): Buffer | null {
  const encoded = secret.startsWith(prefix) ? secret.slice(prefix.length) : null
  if (encoded === null || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return null
  return Buffer.from(encoded, 'base64')
}

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
