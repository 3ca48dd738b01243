import { boolean, datetime, id, integer, json, type RecordOf, string, text } from './field.ts'

/** How a change of data was made; `script` and `revert` regardless of what called them. */
export const dataOrigins = ['api', 'grid', 'import', 'script', 'revert'] as const
export type DataOrigin = (typeof dataOrigins)[number]

export const dataActions = ['created', 'modified', 'deleted'] as const
export type DataAction = (typeof dataActions)[number]

/** A change of one row: its column values before and after (docs/wire/data-history.md). */
export const dataHistoryFields = {
  id: id(),
  created_date: datetime({ mode: 'readOnly', label: 'Time', nullable: false }),
  service_id: integer({ mode: 'readOnly', nullable: false }),
  service_name: string({ mode: 'readOnly', label: 'Service', nullable: false }),
  table_name: string({ mode: 'readOnly', label: 'Table', nullable: false }),
  /** The primary key as text, compound keys as JSON; `null` for rows that are not recorded individually. */
  record_id: string({ mode: 'readOnly', label: 'Record' }),
  action: string({ mode: 'readOnly', label: 'Action', nullable: false }),
  /** Number of rows that the entry covers; `null` if they were not counted. */
  row_count: integer({ mode: 'readOnly' }),
  user_id: integer({ mode: 'readOnly' }),
  user_email: string({ mode: 'readOnly', label: 'User Email' }),
  app_id: integer({ mode: 'readOnly' }),
  app_name: string({ mode: 'readOnly', label: 'App' }),
  origin: string({ mode: 'readOnly', label: 'Through', nullable: false }),
  address: string({ mode: 'readOnly', label: 'Address', nullable: false }),
  request_verb: string({ mode: 'readOnly', label: 'Request', nullable: false }),
  /** Shared by all changes of one request, or one import. */
  write_id: string({ mode: 'readOnly', nullable: false }),
  /** `false` while the write is in progress, or if the instance stopped before it knew whether the write was committed. */
  confirmed: boolean({ mode: 'readOnly', nullable: false }),
  /** Names of the changed columns, separated by commas. */
  changed: text({ mode: 'readOnly', label: 'Changed', nullable: false }),
  /** `null` if the row was created. */
  before: json<Record<string, unknown> | null>({ mode: 'readOnly' }),
  /** `null` if the row was deleted. */
  after: json<Record<string, unknown> | null>({ mode: 'readOnly' }),
}

export type DataHistoryEntry = RecordOf<typeof dataHistoryFields>

/** Replaces a longer value, together with a digest for comparison. */
export const longValueMark = '(longer than is kept)'

/** The parameter by which a client groups several writes: `import:` or `grid:` and an id of the client's choice. */
export const changeSetParameter = 'change_set'

/** What a revert does, or would do, to a row (docs/wire/data-history.md). */
export interface RevertedRow {
  readonly service: string
  readonly table: string
  readonly record_id: string
  /** What the revert does to the row: `deleted` if it had been created. */
  readonly action: DataAction
  /** Columns whose values change. */
  readonly fields: readonly string[]
  /** Columns whose old values were too long to be stored: they are unchanged, or empty. */
  readonly lost: readonly string[]
}

/** A row that the revert leaves unchanged. */
export interface RevertConflict {
  readonly service: string
  readonly table: string
  readonly record_id: string | null
  readonly message: string
  /** Columns that a later change has modified. */
  readonly fields: readonly string[]
}

/** The response of `POST system/data_history/revert`. */
export interface Revert {
  /** Number of rows that were reverted, or would be. */
  readonly count: number
  /** The first reverted rows. */
  readonly rows: readonly RevertedRow[]
  readonly conflict_count: number
  /** The first conflicts. */
  readonly conflicts: readonly RevertConflict[]
}
