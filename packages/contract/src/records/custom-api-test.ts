import type { ErrorBody } from '../problem.ts'

/** The body of `POST system/custom_api_test` (docs/wire/custom-apis.md). */
export interface CustomApiTest {
  readonly endpoint_id?: number | string
  /** An endpoint that is not stored, with its `api_id`. With `endpoint_id`: members that replace those of the stored one. */
  readonly endpoint?: Readonly<Record<string, unknown>>
  readonly path_params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  /** Default: true. */
  readonly dry_run?: boolean
  readonly trace?: boolean
  /** Without it, steps that write are refused unless `dry_run` is on. */
  readonly allow_writes?: boolean
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
  readonly error?: string
  readonly ms: number
}
