import { invalid, Problem } from '@millwright/contract/problem'
import { rejectScriptChangeByProgram } from '../../../access/required-rights.ts'
import type { Parts } from '../../../gateway/parts.ts'
import type { Listener } from '../../../gateway/ports/listener.ts'
import type { Registry } from '../../../gateway/registry.ts'
import type { Log } from '../../../platform/log.ts'
import { createRequestSender } from '../../../platform/outgoing/ask.ts'
import type { Key } from '../../../records/system/dialect.ts'
import type { ReadAt } from '../../../records/system/read-place.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { readKey, unsupported } from '../../../request/body.ts'
import { peopleWhoWrote } from '../../ground/models/person-model.ts'
import { eventsIn, newSecret, webhook, webhookDelivery } from '../../ground/models/webhook-model.ts'
import { withAuthor } from '../../ground/system/author-relation.ts'
import { createResource } from '../../ground/system/create-resource.ts'
import { notFound } from '../../ground/system/reader.ts'
import type { ResourceDeclaration, SystemResource } from '../../ground/system/resource.ts'
import { allEventsOf, isEventOf, scriptName, serviceIn } from '../events/event-names.ts'
import type { ServicePaths } from '../events/service-paths.ts'
import { createDeliveries, type Deliveries } from './deliveries.ts'
import { createDeliveryStore } from './delivery-store.ts'
import { messageOf, newMessageId, testEvent, testMessage } from './message.ts'

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
    authorities,
    clock,
    log,
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

interface ResourceParts {
  readonly parts: Parts
  readonly registry: Pick<Registry, 'all'>
  readonly paths: ServicePaths
  readonly deliveries: Deliveries
}

/** `system/webhook` and `system/webhook_delivery` (docs/wire/webhooks.md). */
function createWebhookResources(resourceParts: ResourceParts): {
  readonly resources: SystemResource[]
  /** Of records that come from elsewhere, together with the services whose events they name. */
  readonly declaration: ResourceDeclaration
} {
  const { parts, deliveries } = resourceParts
  const { store, clock } = parts
  const declaration = webhookDeclaration(resourceParts)
  const webhooks = createResource(withAuthor(declaration, parts), parts)
  const messages = createResource(deliveryDeclaration, parts)

  async function read(resource: SystemResource, request: ApiRequest, id: string): Promise<ApiResponse> {
    return resource.handle({ ...request, verb: 'GET', params: {}, payload: undefined }, [id])
  }

  /** `POST webhook/{id}/test`: sends a message at once, and returns the result. */
  async function test(request: ApiRequest, idText: string): Promise<ApiResponse> {
    rejectScriptChangeByProgram(request.caller)
    const id = Number(readKey(idText, 'number') ?? Number.NaN)
    const found = await store.db
      .selectFrom('webhook')
      .select(['id', 'author_id', 'author_app_id'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (found === undefined) throw notFound(idText)
    const author = { userId: found.author_id, appId: found.author_app_id }
    const body = testMessage(clock())
    const outgoingMessage = { webhookId: id, event: testEvent, messageId: newMessageId(), body, author }
    const delivery = await deliveries.try(outgoingMessage)
    if (delivery === null) throw new Problem(503, 'Too many messages are waiting for this webhook.')
    return read(messages, request, String(delivery))
  }

  /** Handles `POST webhook_delivery/{id}/redeliver`. */
  async function redeliver(request: ApiRequest, idText: string): Promise<ApiResponse> {
    rejectScriptChangeByProgram(request.caller)
    const { body } = await read(messages, request, idText)
    if (!(await deliveries.again(Number(idText)))) throw new Problem(409, 'The message is already waiting.')
    return body === undefined ? { status: 200, body } : read(messages, request, idText)
  }

  return {
    resources: [withCall(webhooks, 'test', test), withCall(messages, 'redeliver', redeliver)],
    declaration: webhookDeclaration({ ...resourceParts, registry: null }),
  }
}

/** Adds `POST {id}/{name}` to a resource. */
function withCall(
  resource: SystemResource,
  name: string,
  call: (request: ApiRequest, id: string) => Promise<ApiResponse>,
): SystemResource {
  return {
    ...resource,
    async handle(request, rest) {
      const [id, second] = rest
      if (id === undefined || second !== name || rest.length !== 2) return resource.handle(request, rest)
      if (request.verb !== 'POST') throw unsupported(request)
      return call(request, id)
    },
  }
}

const webhookRecords: ReadAt = { table: 'webhook', column: 'id', places: [{ name: 'webhook', scope: { values: {} } }] }

export const deliveryDeclaration: ResourceDeclaration = {
  name: 'webhook_delivery',
  label: 'Webhook Deliveries',
  description: 'Messages to webhooks, and their outcome.',
  travels: 'history',
  declared: webhookDelivery,
  madeElsewhere: true,
  scope: { values: {} },
  relations: [
    { kind: 'belongsTo', name: 'webhook_by_webhook_id', column: 'webhook_id', target: webhook, readAt: webhookRecords },
  ],
}

/** `registry`: has the services whose events there are; `null`: any event may be named. */
function webhookDeclaration({
  registry,
  paths,
  parts,
}: Pick<ResourceParts, 'paths' | 'parts'> & { registry: ResourceParts['registry'] | null }): ResourceDeclaration {
  /** Encrypted secrets that a request generated, to be shown in its response only. */
  const fresh = new WeakMap<ApiRequest, Set<string>>()

  async function problemOf(name: string): Promise<string | null> {
    if (registry === null) return null
    const { phase } = scriptName(name)
    const service = (await registry.all()).find((each) => each.name.toLowerCase() === serviceIn(name).toLowerCase())
    const isEvent =
      service !== undefined &&
      (name.toLowerCase() === allEventsOf(service.name).toLowerCase() ||
        (phase === 'plain' && isEventOf(service.name, await paths.of(service), name)))
    return isEvent ? null : `events contains '${name.slice(0, 255)}', which is not an event.`
  }

  function makeSecret(values: Row, request: ApiRequest): void {
    const sealed = parts.vault.seal(newSecret())
    values.secret = sealed
    const sealedSecrets = fresh.get(request) ?? new Set()
    fresh.set(request, sealedSecrets.add(sealed))
  }

  return {
    name: 'webhook',
    label: 'Webhooks',
    description: 'URLs that are notified of events by HTTP.',
    travels: { key: 'name', files: { folder: 'webhooks' } },
    declared: webhook,
    scope: { values: {} },
    relations: peopleWhoWrote,
    async prepare({ values, creating, request }) {
      if ((creating && (values.secret ?? null) === null) || values.secret === null) makeSecret(values, request)
      if (values.events === undefined) return
      for (const name of eventsIn(values.events)) {
        const problem = await problemOf(name)
        if (problem !== null) throw invalid({ events: [problem] })
      }
    },
    afterCommit({ ids, request }) {
      const sealedSecrets = fresh.get(request)
      return sealedSecrets === undefined ? undefined : newSecrets(ids, sealedSecrets)
    },
  }

  async function newSecrets(ids: readonly Key[], sealedSecrets: ReadonlySet<string>) {
    const { db } = parts.store
    const rows = await db.selectFrom('webhook').select(['id', 'secret']).where('id', 'in', ids.map(Number)).execute()
    const additions = new Map<Key, Row>()
    for (const { id, secret } of rows) {
      if (secret !== null && sealedSecrets.has(secret)) additions.set(id, { secret: parts.vault.open(secret) })
    }
    return { additions, changed: false }
  }
}
