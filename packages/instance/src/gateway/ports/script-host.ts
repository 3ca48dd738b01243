import type { ApiRequest } from '../../request/api-request.ts'
import type { Author } from '../../request/caller.ts'
import type { ScriptLanguage, ScriptRun } from './script-runner.ts'

/** The script of a service: its source, or where that is. */
export interface ServiceScript {
  /** The service's. */
  readonly name: string
  readonly language: ScriptLanguage
  readonly place: {
    readonly content: string | null
    readonly serviceId: number | null
    readonly path: string | null
    readonly repository: string | null
    readonly reference: string | null
  }
  /** What the script finds as `platform.config.script`. */
  readonly config: unknown
  readonly author: Author
}

/** What runs the scripts of services (docs/wire/scripts.md). */
export interface ScriptHost {
  /** With the caller's lookup keys in the source. Null: the source could not be read, which is logged. */
  run(
    script: ServiceScript,
    event: Readonly<Record<string, unknown>>,
    by: ApiRequest,
    signal?: AbortSignal,
  ): Promise<ScriptRun | null>
  /** Keeps a run for after the answer, and so many seconds more, by the name of the service. */
  queue(service: string, event: Readonly<Record<string, unknown>>, by: ApiRequest, delay: number): Promise<void>
}
