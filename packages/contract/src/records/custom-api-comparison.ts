/** A state of an API: what is saved, or what was published, by the number of the revision. */
export type ApiState = 'draft' | number

/** What differs; docs/wire/custom-apis.md tells which are breaking. */
export const apiChangeKinds = [
  'endpoint.added',
  'endpoint.removed',
  'endpoint.described',
  'endpoint.steps',
  'sent.added',
  'sent.removed',
  'sent.required',
  'sent.optional',
  'sent.type',
  'sent.values',
  'answer.added',
  'answer.removed',
  'answer.type',
  'answer.values',
  'answer.status',
] as const
export type ApiChangeKind = (typeof apiChangeKinds)[number]

export interface ApiChange {
  /** Whether callers that worked before may fail. */
  readonly breaking: boolean
  readonly kind: ApiChangeKind
  /** Verb and path, such as `GET /orders/{id}`. */
  readonly endpoint: string
  /** What of it: `query.state`, `body.lines[].count`, `answer.resource[].total`; empty for the endpoint itself. */
  readonly at: string
  /** Types, values or a status before and after, as short texts; `null`: nothing. */
  readonly from: string | null
  readonly to: string | null
}

/** The answer of `GET system/custom_api_comparison`. */
export interface ApiComparison {
  readonly api_id: number
  /** `null`: nothing was published before. */
  readonly from: ApiState | null
  readonly to: ApiState
  /** How many changes are breaking. */
  readonly breaking: number
  /** Breaking ones first. */
  readonly changes: readonly ApiChange[]
}
