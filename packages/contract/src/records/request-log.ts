import { boolean, datetime, id, integer, json, type RecordOf, string } from './field.ts'

/** Where the time of a request went, in milliseconds; what is done at the same time counts more than once. */
export interface RequestParts {
  /** What an assistant called that made the request. */
  tool?: string
  /** How it was called: names of the arguments, their values where the service keeps them, and what the client says of itself. */
  arguments?: readonly string[]
  values?: Readonly<Record<string, unknown>>
  /** Whether a person agreed to it. */
  confirmed?: boolean
  client_version?: string
  protocol?: string
  script?: number
  database?: number
  remote?: number
  /** Each script that ran, in order. */
  scripts?: readonly { name: string; ms: number }[]
  /** Slow statements, without values. */
  statements?: readonly { service: string | null; statement: string; ms: number }[]
}

/** A request of the API that is over (docs/wire/usage.md). */
export const requestLogFields = {
  id: id(),
  at: datetime({ mode: 'readOnly', label: 'Time', nullable: false }),
  /** As in `X-Request-Id`. */
  request_id: string({ mode: 'readOnly', nullable: false }),
  node: integer({ mode: 'readOnly', nullable: false }),
  /** Counts the entries of a node. */
  seq: integer({ mode: 'readOnly', nullable: false }),
  verb: string({ mode: 'readOnly', nullable: false }),
  service: string({ mode: 'readOnly', nullable: false }),
  /** With `{id}` and `{path}` in place of values. */
  resource: string({ mode: 'readOnly', nullable: false }),
  /** Names of the parameters, and values of those that name no data. */
  query: string({ mode: 'readOnly' }),
  app_id: integer({ mode: 'readOnly' }),
  user_id: integer({ mode: 'readOnly' }),
  role_id: integer({ mode: 'readOnly' }),
  /** The way that the call came: `API` or `MCP`. */
  requestor: string({ mode: 'readOnly', nullable: false }),
  /** The program that called, where the way tells. */
  client: string({ mode: 'readOnly' }),
  status: integer({ mode: 'readOnly', nullable: false }),
  outcome: string({ mode: 'readOnly', nullable: false }),
  /** Why it was refused; null: it was not. */
  reason: string({ mode: 'readOnly' }),
  /** The access row that decided. */
  rule_id: integer({ mode: 'readOnly' }),
  /** The limit that refused it. */
  limit_id: integer({ mode: 'readOnly' }),
  duration_ms: integer({ mode: 'readOnly', nullable: false }),
  slow: boolean({ mode: 'readOnly', nullable: false }),
  parts: json<RequestParts | null>({ mode: 'readOnly' }),
  bytes_in: integer({ mode: 'readOnly' }),
  bytes_out: integer({ mode: 'readOnly' }),
  /** Records that were answered or written, where that is known. */
  rows: integer({ mode: 'readOnly' }),
  address: string({ mode: 'readOnly' }),
}

export type RequestLogEntry = RecordOf<typeof requestLogFields>
