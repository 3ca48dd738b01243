import { setImmediate as nextTurn } from 'node:timers/promises'
import { Problem } from '@millwright/contract/problem'
import type { Handle, Interceptor } from '../../gateway/interceptor.ts'
import type { Authorities } from '../../gateway/parts.ts'
import type { HeardEvent, Listener } from '../../gateway/ports/heard-event.ts'
import type { Registered } from '../../gateway/registry.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { messageOf } from '../../platform/message-of.ts'
import { Semaphore } from '../../platform/semaphore.ts'
import { currentRequest, newRequestId, outsideRequests } from '../../platform/tracing/request-context.ts'
import type { ApiRequest, ApiResponse } from '../../request/api-request.ts'
import { FileContent } from '../../request/file-content.ts'
import { RowStream } from '../../request/row-stream.ts'
import { allOf, firedBy } from '../events/event-names.ts'
import type { ServiceEvent } from '../events/event-paths.ts'
import { heardSession } from '../events/heard-session.ts'
import type { ServicePaths } from '../events/service-paths.ts'
import { asItIs, eventValue } from '../scripts/event-value.ts'
import { authorProblem } from '../scripts/events/author-problem.ts'
import { carriesCredentials, withoutCredentials } from '../scripts/events/credentials.ts'
import type { Reply } from '../scripts/events/reply.ts'
import type { ListenerIndex } from './listener-index.ts'

interface ListenerParts {
  readonly index: () => ListenerIndex | Promise<ListenerIndex>
  readonly paths: ServicePaths
  readonly authorities: Authorities
  readonly clock: Clock
  readonly log: Log
}

export interface EventListeners {
  readonly interceptor: Interceptor
  /** Tells of what is no request, as `happened` of scripts. */
  happened(request: ApiRequest, event: ServiceEvent, id: number, record: object): void
  /** Events that were left out as too many waited to be told, since the start. */
  readonly dropped: number
  /** When all that happened so far was told. */
  idle(): Promise<void>
}

/** Events that wait to be told; each holds the bodies of its request. */
const mostWaiting = 10_000
const atOnce = 8

/** Tells services and webhooks of the events that they ask for, once the answer is made and off its path. */
export function createEventListeners({ index, paths, authorities, clock, log }: ListenerParts): EventListeners {
  const turn = new Semaphore({
    width: atOnce,
    depth: mostWaiting,
    refusal: () => new Problem(503, 'Too many events are waiting.'),
  })
  const telling = new Set<Promise<void>>()
  let dropped = 0
  let isDropping = false

  /** The work begins when the answer is on its way. */
  function later(work: () => Promise<void>): void {
    if (telling.size >= mostWaiting) {
      dropped += 1
      if (!isDropping)
        log(`More than ${mostWaiting} events are waiting for delivery: further ones are dropped.`, 'warn')
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
      .finally(() => telling.delete(done))
    telling.add(done)
  }

  async function tell(listeners: readonly Listener[], heard: () => HeardEvent, call: ApiRequest): Promise<void> {
    let event: HeardEvent | null = null
    for (const listener of listeners) {
      const authority = await authorities(listener.author)
      if (authority !== null && authorProblem(authority, call) !== null) continue
      event ??= heard()
      const asked = new Set(listener.events.map((name) => name.toLowerCase()))
      const own = { ...event, names: event.names.filter((name) => asked.has(name)) }
      await listener.hear(own).catch((error: unknown) => log(`Delivering an event failed: ${messageOf(error)}`))
    }
  }

  function over(known: ListenerIndex, request: ApiRequest, registered: Registered, reply: Reply): void {
    const at = clock()
    const requestId = currentRequest()?.id ?? newRequestId()
    later(async () => {
      const fired = firedBy(registered.row.name, await paths.of(registered.row), request)
      const names = withService(registered.row.name, fired.names)
      const listeners = known.at(names)
      if (listeners.length === 0) return
      const hide = carriesCredentials(registered) ? withoutCredentials : asItIs
      const heard = (): HeardEvent => ({
        name: fired.names.at(-1) ?? fired.names[0],
        names,
        at,
        requestId,
        status: reply.status,
        event: eventValue(request, fired.resource, reply, hide),
        session: heardSession(request),
      })
      await tell(listeners, heard, request)
    })
  }

  async function through(request: ApiRequest, registered: Registered, next: Handle, known: ListenerIndex) {
    try {
      const answer = await next(request, registered)
      over(known, request, registered, replyTo(answer))
      return answer
    } catch (error) {
      // What nobody foresaw is told as the caller is told of it: by its status alone.
      over(known, request, registered, refusalOf(error))
      throw error
    }
  }

  const concerns = (known: ListenerIndex, { service }: ApiRequest) => known.services.has(service)

  return {
    get dropped() {
      return dropped
    },
    async idle() {
      while (telling.size > 0) await Promise.all(telling)
    },
    happened(request, { name }, id, record) {
      const at = clock()
      const requestId = currentRequest()?.id ?? newRequestId()
      later(async () => {
        const known = await index()
        const own = name.replace('{id}', String(id))
        const names = withService('system', [name, own])
        const heard = () => {
          const event = eventValue(request, record, null)
          return { name: own, names, at, requestId, status: null, event, session: heardSession(request) }
        }
        const listeners = known.at(names)
        // They are events of the service `system`, whatever the request that caused them was.
        if (listeners.length > 0) await tell(listeners, heard, { ...request, service: 'system', resource: 'limit' })
      })
    },
    interceptor: {
      around(request, registered, next) {
        const known = index()
        if (!(known instanceof Promise)) {
          return concerns(known, request) ? through(request, registered, next, known) : null
        }
        return known.then(
          (loaded) =>
            concerns(loaded, request) ? through(request, registered, next, loaded) : next(request, registered),
          // Who cannot be told of calls must not keep them from being made.
          () => next(request, registered),
        )
      },
    },
  }
}

/** Whoever asks for all events of a service means these too. */
function withService(service: string, names: readonly string[]): string[] {
  return [allOf(service), ...names].map((name) => name.toLowerCase())
}

function replyTo({ status, headers = {}, body }: ApiResponse): Reply {
  const file = body instanceof FileContent ? body.content.contentType : null
  const content = body instanceof RowStream || file !== null ? null : (body ?? null)
  return { status, headers, contentType: file ?? 'application/json', content, unchanged: null }
}

function refusalOf(error: unknown): Reply {
  const problem = error instanceof Problem ? error : null
  const [status, headers] = [problem?.status ?? 500, problem?.headers ?? {}]
  return { status, headers, contentType: 'application/json', content: problem?.envelope() ?? null, unchanged: null }
}
