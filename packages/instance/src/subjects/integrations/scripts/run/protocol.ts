import type { ScriptAnswer, ScriptCall } from '../../../../gateway/ports/script-runner.ts'

/**
 * Messages between the instance and a script process: one line of JSON each. The process runs one script after another; a run
 * sends calls, which are answered by number, and ends with its outcome.
 */
export interface DriverRun {
  readonly type: 'run'
  readonly name: string
  readonly source: string
  /** Sources of the libraries that a JavaScript script may require, by name; absent: none. */
  readonly libraries?: Readonly<Record<string, string>>
  readonly event: unknown
  readonly session: unknown
  readonly config: unknown
}

export interface DriverAnswer {
  readonly type: 'answer'
  readonly call: number
  readonly status: number
  /** The phrase that HTTP has for the status. */
  readonly reason: string
  readonly content_type: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly body: ScriptAnswer['body']
}

export interface DriverCall extends ScriptCall {
  readonly type: 'call'
  readonly call: number
}

interface Done {
  readonly type: 'done'
  readonly output: string
  /** Whether the process cannot run another script. */
  readonly last: boolean
}

export interface DriverFailure {
  readonly kind: 'thrown' | 'syntax' | 'memory'
  readonly message: string
  readonly status: number | undefined
  readonly code: number | undefined
  readonly line: number | undefined
}

export type DriverOutcome = Done &
  (
    | { readonly ok: true; readonly event: Readonly<Record<string, unknown>>; readonly returned: unknown }
    | { readonly ok: false; readonly error: DriverFailure }
  )

export type FromDriver = DriverCall | DriverOutcome
