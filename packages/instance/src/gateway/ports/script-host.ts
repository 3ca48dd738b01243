import type { ListenerEvent } from '@millwright/connector/heard-event'
import type { ApiRequest } from '../../request/api-request.ts'
import type { Author } from '../../request/caller.ts'
import type { ScriptLanguage, ScriptRun } from './script-runner.ts'

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
