import type { EndpointPolicy, ExecutionPlan, RequestSchema } from './execution-plan.ts'
import { audit, boolean, type DraftOf, datetime, id, integer, json, type RecordOf, string, text } from './field.ts'
import type { PlanProblem } from './plan-problem.ts'

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
