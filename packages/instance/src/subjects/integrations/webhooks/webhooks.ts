import type { Parts } from '../../../gateway/parts.ts'
import type { Listener } from '../../../gateway/ports/listener.ts'
import type { Registry } from '../../../gateway/registry.ts'
import type { Log } from '../../../platform/log.ts'
import { createRequestSender } from '../../../platform/outgoing/ask.ts'
import type { ResourceDeclaration } from '../../ground/system/resource.ts'
import type { SystemResource } from '../../ground/system/system-resource.ts'
import type { ServicePaths } from '../events/service-paths.ts'
import { createDeliveries, type Deliveries } from './deliveries.ts'
import { createDeliveryStore } from './delivery-store.ts'
import { messageOf } from './message.ts'
import { newMessageId } from './signature.ts'
import { createWebhookResources } from './webhook-resource.ts'

interface Webhooks {
  readonly deliveries: Deliveries
  readonly resources: readonly SystemResource[]
  /** Of records that come from elsewhere. */
  readonly declaration: ResourceDeclaration
  /** The active webhooks. */
  listeners(): Promise<Listener[]>
}

interface WebhookParts {
  readonly parts: Parts
  readonly registry: Pick<Registry, 'all'>
  readonly paths: ServicePaths
  readonly log: Log
}

/** Most bytes of a response, of which only the status matters. */
const longest = 64 * 1024
/** Timeout of a message in milliseconds; Standard Webhooks recommends 15 to 30 seconds. */
const timeout = 15_000

/** Notifies other servers of events over HTTP (docs/wire/webhooks.md). */
export function createWebhooks({ parts, registry, paths, log }: WebhookParts): Webhooks {
  const { store, vault, clock, authorities, config } = parts
  const deliveries = createDeliveries({
    store: createDeliveryStore(store, vault, clock),
    ask: createRequestSender({ allowPrivateHosts: config.allowPrivateHosts, longest, timeout }),
    ...{ authorities, clock, log },
  })
  /** Webhooks whose messages are being dropped, so that each is logged only once. */
  const full = new Set<number>()

  /** Whether the webhook was deleted after its event. */
  async function isGone(id: number): Promise<boolean> {
    const row = await store.db.selectFrom('webhook').select('id').where('id', '=', id).executeTakeFirst()
    return row === undefined
  }

  return {
    deliveries,
    ...createWebhookResources({ parts, registry, paths, deliveries }),
    async listeners() {
      const rows = await store.db.selectFrom('webhook').selectAll().where('is_active', '=', 1).orderBy('id').execute()
      return rows.map(({ id, name, events, include_data, author_id, author_app_id }) => {
        const author = { userId: author_id, appId: author_app_id }
        return {
          events: JSON.parse(events) as string[],
          author,
          async onEvent(event) {
            const type = event.name
            const body = messageOf(event, { type, withData: include_data === 1 })
            const message = { webhookId: id, event: type, messageId: newMessageId(), body, author }
            const kept = await deliveries.add(message).catch(async (error: unknown) => {
              if (await isGone(id)) return undefined
              throw error
            })
            if (kept === undefined) return
            if (kept !== null) full.delete(id)
            else if (!full.has(id)) {
              full.add(id)
              log(`Messages to the webhook '${name}' are dropped: too many are waiting.`, 'warn')
            }
          },
        }
      })
    },
  }
}
