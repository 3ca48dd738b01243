import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { Problem } from '@millwright/contract/problem'
import type { RequestPart, RequestStory } from './request-story.ts'
import type { Attributes, OpenSpan, SpanKind } from './tracing.ts'

/** What all that is done for one request has in common. */
export interface RequestContext {
  /** As in `X-Request-Id` (docs/wire/requests.md). */
  readonly id: string
  /** In which the work at hand is; absent: it is not traced. */
  readonly span?: OpenSpan | undefined
  /** Absent: nobody asks where its time goes. */
  readonly story?: RequestStory | undefined
  /** Aborted when nobody waits any more; absent: nobody tells. */
  readonly signal?: AbortSignal | undefined
  /** Whether databases have to refuse whatever would write; absent: no. */
  readonly readsOnly?: boolean | undefined
}

const contexts = new AsyncLocalStorage<RequestContext>()

/** Undefined for what no request causes. */
export const currentRequest = (): RequestContext | undefined => contexts.getStore()

export const newRequestId = (): string => randomUUID()

export function inRequest<T>(context: RequestContext, work: () => T): T {
  return contexts.run(context, work)
}

/** Work that merely happens to be done while a request is. */
export const outsideRequests = <T>(work: () => T): T => contexts.exit(work)

/** Work for the request at hand that is called from a process or connection which requests share. */
export const boundToRequest: <Work extends (...given: never[]) => unknown>(work: Work) => Work = AsyncLocalStorage.bind

/** The headers by which a call that is made for the request at hand is found in the logs and traces of the other side. */
export function tracingHeaders(): Readonly<Record<string, string>> {
  const request = contexts.getStore()
  return request === undefined ? {} : { 'x-request-id': request.id, ...request.span?.headers }
}

interface SpannedWork {
  readonly name: string
  readonly kind: SpanKind
  readonly attributes: Attributes
  /** As which part of the request its time counts; absent: as none. */
  readonly part?: RequestPart
}

/**
 * Does work in a span of its own where the request at hand is traced. It fails with what is thrown, but for refusals below 500. `work` may note
 * what it finds out.
 */
export function inSpan<T>(
  { name, kind, attributes, part }: SpannedWork,
  work: (note: OpenSpan['note']) => Promise<T>,
): Promise<T> {
  const request = contexts.getStore()
  if (request === undefined) return work(noNote)
  const { story } = request
  const begun = story === undefined ? 0 : performance.now()
  const working = request.span === undefined ? work(noNote) : inChild(request, request.span)
  if (story === undefined || part === undefined) return working
  const ended = () => story.add(part, performance.now() - begun)
  working.then(ended, ended)
  return working

  function inChild(parent: RequestContext, above: OpenSpan): Promise<T> {
    const span = above.child(name, kind, attributes)
    return contexts.run({ ...parent, span }, async () => {
      let failed = false
      try {
        return await work(span.note)
      } catch (error) {
        failed = !(error instanceof Problem && error.status < 500)
        throw error
      } finally {
        span.end(failed)
      }
    })
  }
}

const noNote = () => undefined
