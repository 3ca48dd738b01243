import type { ListenerEvent } from '@millwright/connector/connector'
import type { Load } from '@millwright/connector/semaphore'
import type { ScriptWeakness } from '@millwright/contract/wire/environment'
import type { ApiRequest } from '../../request/api-request.ts'
import type { Author } from '../../request/caller.ts'

/** The script of a service: its source, or a link to it. */
export interface ServiceScript {
  /** Name of the service. */
  readonly name: string
  readonly language: ScriptLanguage
  readonly place: {
    readonly content: string | null
    readonly serviceId: number | null
    readonly path: string | null
    readonly repository: string | null
    readonly reference: string | null
  }
  /** Available to the script as `platform.config.script`. */
  readonly config: unknown
  readonly author: Author
}

/** Runs the scripts of services (docs/wire/scripts.md). */
export interface ScriptHost {
  /** Runs the script, with the caller's lookup keys in its source. `null` if the source could not be read, which is logged. */
  run(
    script: ServiceScript,
    event: Readonly<Record<string, unknown>>,
    by: ApiRequest,
    signal?: AbortSignal,
  ): Promise<ScriptRun | null>
  /** Queues a run for after the response, delayed by this number of seconds, by the name of the service. */
  queue(service: string, event: Readonly<Record<string, unknown>>, by: ApiRequest, delay: number): Promise<void>
  /** A request as listeners of its event see it, before there is a response. */
  eventOf(request: ApiRequest): Pick<ListenerEvent, 'event' | 'session'>
}

/**
 * The script languages of the wire. `python` is Python 2 there, and whatever the command `python` starts here
 * (docs/wire/scripts.md).
 */
export const scriptLanguages = ['nodejs', 'php', 'python', 'python3'] as const
export type ScriptLanguage = (typeof scriptLanguages)[number]

/** Endings of files with scripts. */
export const scriptEndings: Readonly<Record<string, string>> = { nodejs: 'js', php: 'php', python: 'py', python3: 'py' }

/** Runs scripts in other processes, within limits. */
export interface ScriptRunner {
  /** Never rejects: whatever a script does is part of the result. Aborting stops the script and returns `given-up`. */
  run(job: ScriptJob, signal?: AbortSignal): Promise<ScriptRun>
  /** The languages that this machine can run, in the wire's order; cached. */
  languages(): Promise<readonly AvailableLanguage[]>
  /** Tries the sandbox of this machine once, so that `weaknesses` are known and the first script starts sooner. */
  tryIsolation(): Promise<void>
  /** What only their interpreter keeps scripts from doing on this machine; `null` until the sandbox was tried. */
  readonly weaknesses: readonly ScriptWeakness[] | null
  /** Number of busy and idle processes, and of waiting scripts. */
  readonly load: Load
  /** Stops running scripts and all processes. */
  close(): Promise<void>
}

export interface AvailableLanguage {
  readonly name: ScriptLanguage
  /** For example `24.1.0`; `null` if the machine cannot run the language. */
  readonly version: string | null
}

export interface ScriptJob {
  readonly language: ScriptLanguage
  readonly source: string
  /** Name of an event or a service that identifies the script in messages and stack traces. */
  readonly name: string
  /** The script's `event`, a JSON value. */
  readonly event: Readonly<Record<string, unknown>>
  readonly platform: ScriptPlatform
  /** Makes the requests of `platform.api`. A thrown `Problem` becomes an error response. */
  readonly api: CallApi
  /**
   * Number of scripts waiting for this one: 0 for a script of a client's request, 1 for one started by a request of that script.
   * Too deep nesting is rejected, and each depth has its own processes, so that waiting scripts never block others.
   */
  readonly depth: number
  readonly bounds?: Partial<ScriptBounds>
}

export interface ScriptPlatform {
  readonly session: Readonly<Record<string, unknown>>
  readonly config: Readonly<Record<string, unknown>>
}

export interface ScriptBounds {
  /** Milliseconds, including waiting for responses of `platform.api`, but not waiting for an idle process. */
  readonly time: number
  /** Megabytes. */
  readonly memory: number
  /** Maximum number of requests with `platform.api`. */
  readonly calls: number
}

/** Bytes on their way to and from a script, in the form in which Node.js writes a `Buffer`; `data` may be Base64 instead. */
export interface WrittenBytes {
  readonly type: 'Buffer'
  readonly data: unknown
}

/** `signal` is aborted when the script ends before the response is available. */
export type CallApi = (call: ScriptCall, signal: AbortSignal) => Promise<ScriptAnswer>

/** A request with `platform.api`, as the script made it. */
export interface ScriptCall {
  /** Upper case. */
  readonly verb: string
  /** `db/_table/contact`, `/api/v2/db/…` or an absolute URL. */
  readonly path: string
  /** A JSON value; `undefined` without one. */
  readonly payload: unknown
  readonly headers: Readonly<Record<string, string>>
  readonly parameters: Readonly<Record<string, string>>
}

export interface ScriptAnswer {
  readonly status: number
  readonly contentType: string | null
  readonly headers: Readonly<Record<string, string>>
  /** The serialized body, or its bytes if it is no text. */
  readonly body: string | WrittenBytes
}

export type ScriptRun = CompletedScript | FailedScript

interface EndedScript {
  /** The script's console output, truncated if it is long. */
  readonly output: string
  readonly durationMs: number
}

export interface CompletedScript extends EndedScript {
  readonly ok: true
  /** The `event` after the script ran. */
  readonly event: Readonly<Record<string, unknown>>
  /** The script's return value; `undefined` without one. Read it with `resultOf` (script-result.ts). */
  readonly returned: unknown
}

export interface FailedScript extends EndedScript {
  readonly ok: false
  readonly error: ScriptError
}

export interface ScriptError {
  readonly kind: ScriptErrorKind
  readonly message: string
  /** HTTP status of the response. */
  readonly status: number
  /** The code that the script threw. */
  readonly code?: number
  /** Line in the source, from 1. */
  readonly line?: number
}

/**
 * - `thrown`: the script threw an error
 * - `syntax`: the source cannot be parsed
 * - `time`, `memory`, `output`, `calls`, `depth`: it exceeded a limit
 * - `crashed`: its process ended
 * - `busy`: too many scripts are waiting
 * - `unavailable`: this machine cannot run the language
 * - `given-up`: the run was aborted
 * - `left-out`: it did not run, because its source cannot be read or too many scripts are waiting
 */
export type ScriptErrorKind =
  | 'thrown'
  | 'syntax'
  | 'time'
  | 'memory'
  | 'output'
  | 'calls'
  | 'depth'
  | 'crashed'
  | 'busy'
  | 'unavailable'
  | 'given-up'
  | 'left-out'
