import { boolean, datetime, id, integer, json, type RecordOf, string } from './field.ts'

/** Time spent on parts of a request, in milliseconds; concurrent work counts more than once. */
export interface RequestParts {
  /** The assistant tool that made the request. */
  tool?: string
  /** Arguments of the call: their names, their values if the service stores them, and what the client says about itself. */
  arguments?: readonly string[]
  values?: Readonly<Record<string, unknown>>
  /** Whether a person confirmed the call. */
  confirmed?: boolean
  client_version?: string
  protocol?: string
  script?: number
  database?: number
  remote?: number
  /** Every script that ran, in order. */
  scripts?: readonly { name: string; ms: number }[]
  /** Slow statements, without values. */
  statements?: readonly { service: string | null; statement: string; ms: number }[]
}

/** A completed API request (docs/wire/usage.md). */
export const requestLogFields = {
  id: id(),
  at: datetime({ mode: 'readOnly', label: 'Time', nullable: false }),
  /** As in `X-Request-Id`. */
  request_id: string({ mode: 'readOnly', nullable: false }),
  node: integer({ mode: 'readOnly', nullable: false }),
  /** Sequence number of the entry on its node. */
  seq: integer({ mode: 'readOnly', nullable: false }),
  verb: string({ mode: 'readOnly', nullable: false }),
  service: string({ mode: 'readOnly', nullable: false }),
  /** The path, with `{id}` and `{path}` in place of values. */
  resource: string({ mode: 'readOnly', nullable: false }),
  /** Names of the query parameters, with the values of those that do not contain data. */
  query: string({ mode: 'readOnly' }),
  app_id: integer({ mode: 'readOnly' }),
  user_id: integer({ mode: 'readOnly' }),
  role_id: integer({ mode: 'readOnly' }),
  /** How the request arrived: `API` or `MCP`. */
  requestor: string({ mode: 'readOnly', nullable: false }),
  /** The calling program, if it identified itself. */
  client: string({ mode: 'readOnly' }),
  /** Whether it counts as a request of the instance's own console. */
  own: boolean({ mode: 'readOnly', nullable: false }),
  status: integer({ mode: 'readOnly', nullable: false }),
  outcome: string({ mode: 'readOnly', nullable: false }),
  /** Why the request was rejected; `null` if it was not. */
  reason: string({ mode: 'readOnly' }),
  /** Id of the access row that decided. */
  rule_id: integer({ mode: 'readOnly' }),
  /** Id of the limit that rejected the request. */
  limit_id: integer({ mode: 'readOnly' }),
  duration_ms: integer({ mode: 'readOnly', nullable: false }),
  slow: boolean({ mode: 'readOnly', nullable: false }),
  parts: json<RequestParts | null>({ mode: 'readOnly' }),
  bytes_in: integer({ mode: 'readOnly' }),
  bytes_out: integer({ mode: 'readOnly' }),
  /** Number of records returned or written, if known. */
  rows: integer({ mode: 'readOnly' }),
  address: string({ mode: 'readOnly' }),
}

export type RequestLogEntry = RecordOf<typeof requestLogFields>
