import type { Load } from '../../platform/instruments/instruments.ts'

/** The languages of the wire. `python` is Python 2 there and whatever `python` starts here (docs/wire/scripts.md). */
export const scriptLanguages = ['nodejs', 'php', 'python', 'python3'] as const
export type ScriptLanguage = (typeof scriptLanguages)[number]

/** Runs scripts outside of this process, within bounds. */
export interface ScriptRunner {
  /** Never throws: whatever a script does is told by the answer. Aborting ends the script and answers `given-up`. */
  run(job: ScriptJob, signal?: AbortSignal): Promise<ScriptRun>
  /** What this machine can run, in the order of the wire; asked once and remembered. */
  languages(): Promise<readonly AvailableLanguage[]>
  /** Processes at work and kept, and scripts that wait for one. */
  readonly load: Load
  /** Ends the scripts under way and all processes. */
  close(): Promise<void>
}

export interface AvailableLanguage {
  readonly name: ScriptLanguage
  /** Such as `24.1.0`; null: nothing on this machine runs it. */
  readonly version: string | null
}

export interface ScriptJob {
  readonly language: ScriptLanguage
  readonly source: string
  /** Names the script in messages and stack traces: an event or a service. */
  readonly name: string
  /** What the script sees as `event`; a JSON value. */
  readonly event: Readonly<Record<string, unknown>>
  readonly platform: ScriptPlatform
  /** Makes a call of `platform.api` for the script. A `Problem` that it throws becomes an answer with its envelope. */
  readonly api: CallApi
  /**
   * How many scripts wait for this one: 0 for a script of a client's call, 1 for one that a call of that script starts. What
   * is too deep is refused, and each depth has processes of its own, so that waiting scripts never keep others from running.
   */
  readonly depth: number
  readonly bounds?: Partial<ScriptBounds>
}

export interface ScriptPlatform {
  readonly session: Readonly<Record<string, unknown>>
  readonly config: Readonly<Record<string, unknown>>
}

export interface ScriptBounds {
  /** Milliseconds, waiting for answers of `platform.api` included, waiting for a free process not. */
  readonly time: number
  /** Megabytes. */
  readonly memory: number
  /** Calls of `platform.api`. */
  readonly calls: number
}

/** `signal` is aborted when the script ends before the answer is there. */
export type CallApi = (call: ScriptCall, signal: AbortSignal) => Promise<ScriptAnswer>

/** A call of `platform.api`, as the script wrote it. */
export interface ScriptCall {
  /** Upper case. */
  readonly verb: string
  /** `db/_table/contact`, `/api/v2/db/…` or an absolute address. */
  readonly path: string
  /** A JSON value; undefined without one. */
  readonly payload: unknown
  readonly headers: Readonly<Record<string, string>>
  readonly parameters: Readonly<Record<string, string>>
}

export interface ScriptAnswer {
  readonly status: number
  readonly contentType: string | null
  readonly headers: Readonly<Record<string, string>>
  /** The body as it travels. */
  readonly body: string
}

export type ScriptRun = CompletedScript | FailedScript

interface EndedScript {
  /** What the script wrote to its console, shortened when it is long. */
  readonly output: string
  readonly durationMs: number
}

export interface CompletedScript extends EndedScript {
  readonly ok: true
  /** As the script left it. */
  readonly event: Readonly<Record<string, unknown>>
  /** What its body returned; undefined: nothing. Read it with `resultOf` (script-result.ts). */
  readonly returned: unknown
}

export interface FailedScript extends EndedScript {
  readonly ok: false
  readonly error: ScriptError
}

export interface ScriptError {
  readonly kind: ScriptErrorKind
  readonly message: string
  /** The HTTP status to answer with. */
  readonly status: number
  /** As the script gave it with what it threw. */
  readonly code?: number
  /** In the source, from 1. */
  readonly line?: number
}

/**
 * - `thrown`: by the script itself
 * - `syntax`: it cannot be read
 * - `time`, `memory`, `output`, `calls`, `depth`: it went beyond a bound
 * - `crashed`: its process ended
 * - `busy`: too many wait already
 * - `unavailable`: this machine cannot run the language
 * - `given-up`: nobody waits for it any more
 * - `left-out`: it did not run, as its source cannot be read or too many wait already
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
