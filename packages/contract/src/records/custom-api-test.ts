import type { ErrorBody } from '../problem.ts'
import type { Requestor } from '../verbs.ts'

/** The body of `POST system/custom_api_test` (docs/wire/custom-apis.md). */
export interface CustomApiTest {
  readonly endpoint_id?: number | string
  /** An endpoint that is not stored, with its `api_id`. With `endpoint_id`: members that replace those of the stored one. */
  readonly endpoint?: Readonly<Record<string, unknown>>
  readonly path_params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  /** Default: true, unless `rollback` is. */
  readonly dry_run?: boolean
  readonly trace?: boolean
  /** Without it, steps that write are refused unless `dry_run` is on. */
  readonly allow_writes?: boolean
  /** Rolls back what the steps write, which has to be one transaction. */
  readonly rollback?: boolean
  /** As whom it is called; for full administrators only. A person can call through an app; a role has neither. */
  readonly as?: { readonly user_id?: number; readonly app_id?: number; readonly role_id?: number }
}

/** The answer with `trace`: always 200. */
export type CustomApiTrial = {
  readonly dry_run: boolean
  readonly trace: readonly TracedStep[]
} & ({ readonly ok: true; readonly result: unknown } | { readonly ok: false; readonly error: ErrorBody })

export interface TracedStep {
  readonly key: string
  readonly type: 'service_request' | 'transform'
  readonly service: string | null
  readonly resource: string | null
  readonly method: string | null
  readonly ok: boolean
  /** Because of its `when`. */
  readonly skipped: boolean
  /** The number of rows as `3 row(s)`, or the beginning of the result. */
  readonly preview?: string
  readonly rows?: number
  /** Of the results as JSON. */
  readonly bytes: number
  /** Whether services answered from their caches. */
  readonly cached: boolean
  /** With which rights the last request of the step was made; `null`: it made none. */
  readonly rights: TracedRights | null
  readonly error?: string
  readonly ms: number
}

/** A step may do what both may. */
export interface TracedRights {
  /** For which the caller's role allows it, or would have to. */
  readonly requestor: Requestor
  readonly caller: RightsHolder
  readonly author: RightsHolder
}

export interface RightsHolder {
  /** Whether they have all rights. */
  readonly sysadmin: boolean
  /** Name of the role; `null`: none, or one that is not shown to whom asks. */
  readonly role: string | null
}
