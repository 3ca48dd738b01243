import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { Problem } from '@millwright/contract/problem'
import type { RequestParts } from '@millwright/contract/records/request-log'
import type { Attributes, OpenSpan, SpanKind } from './tracing.ts'

/** What a request spent time on. */
interface RequestPart {
  readonly kind: 'script' | 'database' | 'remote'
  readonly name: string
}

interface Timed {
  readonly name: string
  readonly ms: number
}

interface SlowStatement {
  readonly service: string
  /** SQL without literal values. */
  readonly statement: string
  readonly ms: number
}

/** The tool call of an AI assistant that caused a request. */
export interface AssistantCall {
  /** Argument names. */
  readonly arguments: readonly string[]
  /** Absent: values are not stored. */
  readonly values?: Readonly<Record<string, unknown>>
  /** Whether a person confirmed it. */
  confirmed?: boolean
  /** As reported by the client. */
  readonly client_version?: string
  readonly protocol?: string
}

const maxScripts = 20
const maxStatements = 5
const longestStatement = 2_000

/** Where the time of a request was spent, in milliseconds; concurrent work counts more than once. */
export class RequestTimings {
  script = 0
  database = 0
  remote = 0
  /** Tool with which an assistant made the request; `null`: none. */
  tool: string | null = null
  /** Absent: the request was not made by an assistant. */
  assistant?: AssistantCall
  /** Number of records in the response; `null`: unknown. */
  rows: number | null = null
  #scripts: Timed[] | null = null
  #statements: SlowStatement[] | null = null

  add({ kind, name }: RequestPart, ms: number): void {
    this[kind] += ms
    if (kind !== 'script') return
    this.#scripts ??= []
    if (this.#scripts.length < maxScripts) this.#scripts.push({ name, ms: rounded(ms) })
  }

  /** `sql`: as prepared, without bound values. */
  addSlow(service: string, sql: string, ms: number): void {
    this.#statements ??= []
    if (this.#statements.length >= maxStatements) return
    this.#statements.push({ service, statement: withoutLiterals(sql).slice(0, longestStatement), ms: rounded(ms) })
  }

  /** Adds the timings of a request that was made on behalf of this one. */
  include(other: RequestTimings): void {
    this.script += other.script
    this.database += other.database
    this.remote += other.remote
    if (other.rows !== null) this.rows = (this.rows ?? 0) + other.rows
    const scripts = [...(this.#scripts ?? []), ...(other.#scripts ?? [])]
    if (scripts.length > 0) this.#scripts = scripts.slice(0, maxScripts)
    const statements = [...(this.#statements ?? []), ...(other.#statements ?? [])]
    if (statements.length > 0) this.#statements = statements.slice(0, maxStatements)
  }

  /** Returns the entry for the request log, or `null` if it would be empty. */
  parts(): RequestParts | null {
    if (this.script + this.database + this.remote === 0 && this.tool === null && this.assistant === undefined)
      return null
    return {
      ...(this.tool === null ? {} : { tool: this.tool }),
      ...this.assistant,
      ...(this.script > 0 ? { script: rounded(this.script) } : {}),
      ...(this.database > 0 ? { database: rounded(this.database) } : {}),
      ...(this.remote > 0 ? { remote: rounded(this.remote) } : {}),
      ...(this.#scripts === null ? {} : { scripts: this.#scripts }),
      ...(this.#statements === null ? {} : { statements: this.#statements }),
    }
  }
}

const rounded = (ms: number): number => Math.round(ms * 100) / 100

/** Hand-written statements may contain values as literals. */
function withoutLiterals(sql: string): string {
  return sql
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/\$(\w*)\$.*?\$\1\$/gs, '?')
    .replace(/(?<![\w$"])\d+(?:\.\d+)?(?!\w)/g, '?')
}

/** Context shared by all work for one request. */
export interface RequestContext {
  /** As in `X-Request-Id` (docs/wire/requests.md). */
  readonly id: string
  /** Span of the current work; absent: it is not traced. */
  readonly span?: OpenSpan | undefined
  /** Absent: timings are not recorded. */
  readonly story?: RequestTimings | undefined
  /** Aborted when the client is gone; absent: unknown. */
  readonly signal?: AbortSignal | undefined
  /** Whether databases must reject writes; absent: no. */
  readonly readsOnly?: boolean | undefined
  /** Work that succeeds or fails as a whole, which the request is part of; absent: none. */
  readonly whole?: WholeWork | undefined
}

/** Work of several requests to a service, of which all is kept or nothing. */
export interface WholeWork {
  readonly serviceId: number
  /** The whole that this one is part of; `null`: none. */
  readonly around: WholeWork | null
  /** Called once its outcome is known. */
  whenEnded(tell: (outcome: WholeOutcome) => unknown): void
}

/** `unknown`: the connection was lost during the commit. */
export type WholeOutcome = 'kept' | 'undone' | 'unknown'

const contexts = new AsyncLocalStorage<RequestContext>()

/** Returns `undefined` outside of a request. */
export const currentRequest = (): RequestContext | undefined => contexts.getStore()

export const newRequestId = (): string => randomUUID()

export function inRequest<T>(context: RequestContext, work: () => T): T {
  return contexts.run(context, work)
}

/** The whole that requests to a service are part of now; `null`: none. */
export function wholeOf(serviceId: number): WholeWork | null {
  let whole = contexts.getStore()?.whole ?? null
  while (whole !== null && whole.serviceId !== serviceId) whole = whole.around
  return whole
}

/** Runs work once what was written to a service is kept: now, or after the whole that it is part of; never if that fails. */
export function onceKept(serviceId: number, work: () => unknown): unknown {
  const whole = wholeOf(serviceId)
  if (whole === null) return work()
  whole.whenEnded((outcome) => (outcome === 'undone' ? undefined : work()))
  return undefined
}

/** Runs work that merely happens to be started during a request. */
export const outsideRequests = <T>(work: () => T): T => contexts.exit(work)

/** Binds work to the current request, for callbacks of a process or connection that requests share. */
export const boundToRequest: <Work extends (...parameters: never[]) => unknown>(work: Work) => Work =
  AsyncLocalStorage.bind

/** Returns headers that link an outgoing call to the current request in logs and traces of the other side. */
export function tracingHeaders(): Readonly<Record<string, string>> {
  const request = contexts.getStore()
  return request === undefined ? {} : { 'x-request-id': request.id, ...request.span?.headers }
}

interface SpannedWork {
  readonly name: string
  readonly kind: SpanKind
  readonly attributes: Attributes
  /** Part of the request to which the time is added; absent: none. */
  readonly part?: RequestPart
}

/**
 * Runs work in its own span if the current request is traced. The span fails if the work throws, except for a `Problem` with a status
 * below 500. `work` may add attributes to the span.
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
