import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ListenerEvent } from '@millwright/connector/connector'
import { messageOf } from '@millwright/connector/error-words'
import { Semaphore } from '@millwright/connector/semaphore'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Handle, Interceptor } from '../../../gateway/gateway.ts'
import type { Authorities, Parts } from '../../../gateway/parts.ts'
import type { Listener } from '../../../gateway/ports/listener.ts'
import type { Registered, Registry } from '../../../gateway/registry.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import { currentRequest, newRequestId, onceKept, outsideRequests } from '../../../platform/tracing/request-context.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { FileContent } from '../../../request/file-content.ts'
import { RowStream } from '../../../request/row-stream.ts'
import { parseConfig } from '../../ground/service-config/stored-config.ts'
import { allEventsOf, eventsOf, serviceIn } from '../events/event-names.ts'
import type { ServiceEvent } from '../events/event-paths.ts'
import type { ServicePaths } from '../events/service-paths.ts'
import { asItIs, eventValue, sessionForListeners } from '../scripts/event-value.ts'
import { carriesCredentials, withoutCredentials } from '../scripts/events/account-requests.ts'
import { authorProblem } from '../scripts/events/author-problem.ts'
import type { Reply } from '../scripts/events/reply.ts'

interface ListenerParts {
  readonly index: () => ListenerIndex | Promise<ListenerIndex>
  readonly paths: ServicePaths
  readonly authorities: Authorities
  readonly clock: Clock
  readonly log: Log
}

export interface EventListeners {
  readonly interceptor: Interceptor
  /** Delivers an event that no request causes, like `happened` of scripts. */
  happened(request: ApiRequest, event: ServiceEvent, id: number, record: object): void
  /** Number of events dropped since the start because the queue was full. */
  readonly dropped: number
  /** Resolves when all events so far are delivered. */
  idle(): Promise<void>
}

/** Maximum number of queued events, each of which holds the bodies of its request. */
const maxWaiting = 10_000
const atOnce = 8

/** Delivers events to the services and webhooks that subscribe to them, after the response and without delaying it. */
export function createEventListeners({ index, paths, authorities, clock, log }: ListenerParts): EventListeners {
  const turn = new Semaphore({
    width: atOnce,
    depth: maxWaiting,
    refusal: () => new Problem(503, 'Too many events are waiting.'),
  })
  const pending = new Set<Promise<void>>()
  let dropped = 0
  let isDropping = false

  /** Starts the work after the response is sent. */
  function enqueue(work: () => Promise<void>): void {
    if (pending.size >= maxWaiting) {
      dropped += 1
      if (!isDropping) log(`More than ${maxWaiting} events are waiting for delivery: further ones are dropped.`, 'warn')
      isDropping = true
      return
    }
    isDropping = false
    const afterAnswer = async () => {
      await nextTurn()
      await work()
    }
    const done = outsideRequests(() => turn.run(afterAnswer))
      .catch((error: unknown) => log(`Delivering an event failed: ${messageOf(error)}`))
      .finally(() => pending.delete(done))
    pending.add(done)
  }

  async function deliver(listeners: readonly Listener[], heard: () => ListenerEvent, call: ApiRequest): Promise<void> {
    let event: ListenerEvent | null = null
    for (const listener of listeners) {
      const authority = await authorities(listener.author)
      if (authority !== null && authorProblem(authority, call) !== null) continue
      event ??= heard()
      const subscriptions = new Set(listener.events.map((name) => name.toLowerCase()))
      const own = { ...event, names: event.names.filter((name) => subscriptions.has(name)) }
      await listener.onEvent(own).catch((error: unknown) => log(`Delivering an event failed: ${messageOf(error)}`))
    }
  }

  function scheduleDelivery(known: ListenerIndex, request: ApiRequest, registered: Registered, reply: Reply): void {
    const at = clock()
    const requestId = currentRequest()?.id ?? newRequestId()
    const deliverLater = async () => {
      const fired = eventsOf(registered.row.name, await paths.of(registered.row), request)
      const names = withService(registered.row.name, fired.names)
      const listeners = known.at(names)
      if (listeners.length === 0) return
      const hide = carriesCredentials(registered) ? withoutCredentials : asItIs
      const heard = (): ListenerEvent => ({
        name: fired.names.at(-1) ?? fired.names[0],
        names,
        at,
        requestId,
        status: reply.status,
        event: eventValue(request, fired.resource, reply, hide),
        session: sessionForListeners(request),
      })
      await deliver(listeners, heard, request)
    }
    onceKept(registered.row.id, () => enqueue(deliverLater))
  }

  async function callAndNotify(request: ApiRequest, registered: Registered, next: Handle, known: ListenerIndex) {
    try {
      const answer = await next(request, registered)
      scheduleDelivery(known, request, registered, replyTo(answer))
      return answer
    } catch (error) {
      // Listeners get the same as the caller about an unexpected error: its status only.
      scheduleDelivery(known, request, registered, refusalOf(error))
      throw error
    }
  }

  const concerns = (known: ListenerIndex, { service }: ApiRequest) => known.services.has(service)

  return {
    get dropped() {
      return dropped
    },
    async idle() {
      while (pending.size > 0) await Promise.all(pending)
    },
    happened(request, { name, of }, id, record) {
      const at = clock()
      const requestId = currentRequest()?.id ?? newRequestId()
      enqueue(async () => {
        const known = await index()
        const own = name.replace('{id}', String(id))
        const names = withService('system', [name, own])
        const heard = () => {
          const event = eventValue(request, record, null)
          return { name: own, names, at, requestId, status: null, event, session: sessionForListeners(request) }
        }
        const listeners = known.at(names)
        // These events belong to the service `system`, whatever request caused them.
        if (listeners.length > 0) await deliver(listeners, heard, { ...request, service: 'system', resource: of })
      })
    },
    interceptor: {
      around(request, registered, next) {
        const known = index()
        if (!(known instanceof Promise)) {
          return concerns(known, request) ? callAndNotify(request, registered, next, known) : null
        }
        return known.then(
          (loaded) =>
            concerns(loaded, request) ? callAndNotify(request, registered, next, loaded) : next(request, registered),
          // Requests must not fail because the listeners cannot be loaded.
          () => next(request, registered),
        )
      },
    },
  }
}

/** Adds the name that subscribes to all events of a service. */
function withService(service: string, names: readonly string[]): string[] {
  return [allEventsOf(service), ...names].map((name) => name.toLowerCase())
}

function replyTo({ status, headers = {}, body }: ApiResponse): Reply {
  const file = body instanceof FileContent ? body.content.contentType : null
  const content = body instanceof RowStream || file !== null ? null : (body ?? null)
  return { status, headers, contentType: file ?? 'application/json', content, unchanged: null }
}

function refusalOf(error: unknown): Reply {
  const problem = error instanceof Problem ? error : null
  const status = problem?.status ?? 500
  const headers = problem?.headers ?? {}
  return { status, headers, contentType: 'application/json', content: problem?.envelope() ?? null, unchanged: null }
}

/** Listeners by event name, so that one lookup rules out a request that has none. */
interface ListenerIndex {
  /** Names of the services with listeners, in lower case. */
  readonly services: ReadonlySet<string>
  /** The listeners for any of the names (in lower case), without duplicates. */
  at(names: readonly string[]): readonly Listener[]
}

export function indexListeners(listeners: readonly Listener[]): ListenerIndex {
  const byName = new Map<string, Listener[]>()
  for (const listener of listeners) {
    for (const name of new Set(listener.events.map((event) => event.toLowerCase()))) {
      const there = byName.get(name)
      if (there === undefined) byName.set(name, [listener])
      else there.push(listener)
    }
  }
  return {
    services: new Set([...byName.keys()].map(serviceIn)),
    at: (names) => [...new Set(names.flatMap((name) => byName.get(name) ?? []))],
  }
}

/** The setting with the events that a service subscribes to, in the service types that have it. */
const setting = 'service_event_map'

/** Loads the active services that subscribe to events, as listeners. */
export async function loadServiceListeners(
  { store: { db }, kinds }: Pick<Parts, 'store' | 'kinds'>,
  registry: Pick<Registry, 'find'>,
): Promise<Listener[]> {
  const types = kinds.all.flatMap(({ name, config }) => (setting in (config ?? {}) && kinds.canRun(name) ? [name] : []))
  if (types.length === 0) return []
  const rows = await db
    .selectFrom('service')
    .select(['name', 'config', 'author_id', 'author_app_id'])
    .where('type', 'in', types)
    .where('is_active', '=', 1)
    .orderBy('id')
    .execute()
  return rows.map(({ name, config, author_id, author_app_id }) => ({
    events: eventsIn(config),
    author: { userId: author_id, appId: author_app_id },
    async onEvent(event) {
      const found = await registry.find(name.toLowerCase())
      await found?.service.hear?.(event)
    },
  }))
}

function eventsIn(config: string | null): string[] {
  const rows = config === null ? null : parseConfig(config)[setting]
  if (!Array.isArray(rows)) return []
  return rows.flatMap((row) => (isRecord(row) && typeof row.event === 'string' ? [row.event] : []))
}
