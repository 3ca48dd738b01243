import type { ErrorBody } from '../problem.ts'
import type { Requestor } from '../verbs.ts'
import type { EndpointPolicy, ExecutionPlan, PlanProblem, RequestSchema } from './execution-plan.ts'
import { audit, boolean, type DraftOf, datetime, id, integer, json, type RecordOf, string, text } from './field.ts'

export const customApiStatuses = ['draft', 'published', 'archived'] as const
export type CustomApiStatus = (typeof customApiStatuses)[number]

/** An API composed of calls to services (docs/wire/custom-apis.md). */
export const customApiFields = {
  id: id(),
  name: string({ label: 'Name', max: 64, required: true, unique: true, nullable: false }),
  /** The service that answers it: `null` once that is deleted. Created with the API, unless it is named. */
  service_id: integer({ label: 'Service Id' }),
  label: string({ label: 'Label', max: 80 }),
  description: text({ label: 'Description' }),
  version: string({ label: 'Version', max: 32, default: '0.1.0', nullable: false }),
  status: string({ label: 'Status', max: 16, default: 'draft', nullable: false }),
  metadata: json<Readonly<Record<string, unknown>> | null>({ label: 'Metadata' }),
  /** Date after which the API is no longer meant to be called, as `YYYY-MM-DD`. */
  sunset: string({ label: 'Sunset', max: 10 }),
  /** Number of the revision that is called; `null`: none. */
  published_revision: integer({ mode: 'readOnly', label: 'Published Revision' }),
  /** Whether active endpoints differ from the published ones. */
  has_changes: boolean({ mode: 'readOnly', label: 'Has Changes', nullable: false }),
  /** Name of its service; `null` without one. Sent, it renames the service. */
  base_path: string({ label: 'Base Path' }),
  /** Publishes the active endpoints as the next revision. */
  publish: boolean({ mode: 'command', label: 'Publish' }),
  /** Publishes an earlier revision again, by its number. */
  publish_revision: integer({ mode: 'command', label: 'Publish Revision' }),
  ...audit,
}

type StoredCustomApi = RecordOf<typeof customApiFields>

export interface CustomApi extends StoredCustomApi {
  readonly status: CustomApiStatus
}
export type CustomApiDraft = DraftOf<typeof customApiFields>

export const customApiEndpointFields = {
  id: id(),
  api_id: integer({ label: 'Api Id', required: true, nullable: false }),
  method: string({ label: 'Method', max: 8, required: true, nullable: false }),
  path: string({ label: 'Path', max: 255, required: true, nullable: false }),
  label: string({ label: 'Label', max: 80 }),
  description: text({ label: 'Description' }),
  is_active: boolean({ label: 'Active', default: true, nullable: false }),
  execution_plan: json<ExecutionPlan>({ label: 'Execution Plan', default: { steps: [] }, nullable: false }),
  response_mapping: json<unknown>({ label: 'Response Mapping' }),
  policy: json<EndpointPolicy | null>({ label: 'Policy' }),
  request_schema: json<RequestSchema | null>({ label: 'Request Schema' }),
  response_schema: json<Readonly<Record<string, unknown>> | null>({ label: 'Response Schema' }),
  docs: json<unknown>({ label: 'Docs' }),
  /** Since when calls of an active endpoint fail because of its `problems`; `null`: they do not. */
  broken_since: datetime({ mode: 'readOnly', label: 'Broken Since' }),
  ...audit,
}

export interface CustomApiEndpoint extends RecordOf<typeof customApiEndpointFields> {
  /** With `related=problems`: what has to be mended before it can be active, or why its calls fail now. */
  readonly problems?: readonly PlanProblem[]
}
export type CustomApiEndpointDraft = DraftOf<typeof customApiEndpointFields>

/** A service that the endpoints of an API may call. */
export const customApiSourceFields = {
  id: id(),
  api_id: integer({ label: 'Api Id', required: true, nullable: false }),
  service_id: integer({ label: 'Service Id', required: true, nullable: false }),
}

export type CustomApiSource = RecordOf<typeof customApiSourceFields> & { readonly service?: string }
export type CustomApiSourceDraft = DraftOf<typeof customApiSourceFields>

/** What callers got from a publication on. */
export const customApiRevisionFields = {
  id: id(),
  api_id: integer({ mode: 'readOnly', label: 'Api Id', nullable: false }),
  number: integer({ mode: 'readOnly', label: 'Number', nullable: false }),
  version: string({ mode: 'readOnly', label: 'Version', nullable: false }),
  created_date: audit.created_date,
  created_by_id: integer({ mode: 'readOnly', label: 'Created By Id' }),
}

export interface CustomApiRevision extends RecordOf<typeof customApiRevisionFields> {
  /** With `related=endpoints`. */
  readonly endpoints?: readonly PublishedEndpoint[]
}

/** An endpoint as it was published. */
export const publishedEndpointFields = {
  id: id(),
  revision_id: integer({ mode: 'readOnly', label: 'Revision Id', nullable: false }),
  method: string({ mode: 'readOnly', label: 'Method', nullable: false }),
  path: string({ mode: 'readOnly', label: 'Path', nullable: false }),
  label: string({ mode: 'readOnly', label: 'Label' }),
  description: text({ mode: 'readOnly', label: 'Description' }),
  execution_plan: json<ExecutionPlan>({ mode: 'readOnly', label: 'Execution Plan' }),
  response_mapping: json<unknown>({ mode: 'readOnly', label: 'Response Mapping' }),
  request_schema: json<RequestSchema | null>({ mode: 'readOnly', label: 'Request Schema' }),
  response_schema: json<Readonly<Record<string, unknown>> | null>({ mode: 'readOnly', label: 'Response Schema' }),
}

export type PublishedEndpoint = RecordOf<typeof publishedEndpointFields>

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
