import type { Generated } from 'kysely'
import type { Audit } from './audit-columns.ts'
import type { AuthorColumns } from './author-columns.ts'

/** APIs composed of calls to services. */
export interface CustomApiTable extends Audit {
  id: Generated<number>
  name: string
  /** The service that answers it; `null` if it was deleted. */
  service_id: number | null
  label: string | null
  description: string | null
  version: string
  status: string
  /** JSON. */
  metadata: string | null
  sunset: string | null
  published_revision: Generated<number | null>
}

interface EndpointColumns {
  method: string
  path: string
  label: string | null
  description: string | null
  /** JSON, as all that follow. */
  execution_plan: string
  response_mapping: string | null
  request_schema: string | null
  response_schema: string | null
}

export interface CustomApiEndpointTable extends EndpointColumns, Audit, AuthorColumns {
  id: Generated<number>
  api_id: number
  is_active: number
  policy: string | null
  docs: string | null
  broken_since: Generated<string | null>
}

/** The services that the endpoints of an API may call. */
export interface CustomApiSourceTable {
  id: Generated<number>
  api_id: number
  service_id: number
}

export interface CustomApiRevisionTable {
  id: Generated<number>
  api_id: number
  number: number
  version: string
  created_date: string
  created_by_id: number | null
}

/** The endpoints of a revision, each with the author that it had. */
export interface PublishedEndpointTable extends EndpointColumns, AuthorColumns {
  id: Generated<number>
  revision_id: number
}
