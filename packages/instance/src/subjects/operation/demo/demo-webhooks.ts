import { type Clock, isoMicros } from '../../../platform/clock.ts'
import type { Vault } from '../../../platform/vault.ts'
import type { Store } from '../../../store/store.ts'

/** Inactive, so that a demo sends no requests; its deliveries are made up. */
export const demoWebhooks = [
  {
    name: 'Bookkeeping',
    description: 'Has each order entered in the books.',
    url: 'https://books.example.com/hooks/orders',
    events: ['sample._table.sales_order.post', 'sample._table.sales_order.patch'],
    include_data: true,
    is_active: false,
  },
  {
    name: 'Limits',
    description: 'Tells who is on duty when a limit is used up.',
    url: 'https://chat.example.com/hooks/on-duty',
    events: ['system.limit.{id}.exceeded'],
    include_data: false,
    is_active: false,
  },
]

const minute = 60_000

/** Minutes ago, result, and number of attempts. */
const sent = [
  [2_900, 'delivered', 1, 200, 184, null],
  [1_500, 'delivered', 2, 204, 96, null],
  [1_460, 'failed', 10, 503, 12, 'The receiver responded with status 503.'],
  [340, 'delivered', 1, 200, 141, null],
  [95, 'failed', 1, 410, 33, 'The receiver responded with status 410.'],
  [12, 'delivered', 1, 200, 118, null],
] as const

/** Creates deliveries as if the webhooks had been active. `webhookId`: of the first one. */
export async function makeDeliveries(
  { store, clock, vault }: { readonly store: Store; readonly clock: Clock; readonly vault: Vault },
  webhookId: number,
): Promise<void> {
  const now = clock()
  const rows = sent.map(([ago, state, attempts, status_code, duration, error], at) => {
    const date = isoMicros(now - ago * minute)
    return {
      ...{ created_date: date, webhook_id: webhookId, message_id: `msg_demo${at + 1}` },
      ...{ event: demoWebhooks[0]?.events[at % 2] ?? '', body: vault.seal('{}') },
      ...{ state, attempts, due: now, author_id: null, author_app_id: null },
      ...{ status_code, duration, error, last_attempt_date: date },
    }
  })
  await store.db.insertInto('webhook_delivery').values(rows).execute()
}
