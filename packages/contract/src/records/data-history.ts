import { boolean, datetime, id, integer, json, type RecordOf, string, text } from './field.ts'

/** What a change of data came by; a script, and a revert, whatever called it. */
export const dataOrigins = ['api', 'grid', 'import', 'script', 'revert'] as const
export type DataOrigin = (typeof dataOrigins)[number]

export const dataActions = ['created', 'modified', 'deleted'] as const
export type DataAction = (typeof dataActions)[number]

/** A change of one row: what it was and what it became, by the names of columns (docs/wire/data-history.md). */
export const dataHistoryFields = {
  id: id(),
  created_date: datetime({ mode: 'readOnly', label: 'Time', nullable: false }),
  service_id: integer({ mode: 'readOnly', nullable: false }),
  service_name: string({ mode: 'readOnly', label: 'Service', nullable: false }),
  table_name: string({ mode: 'readOnly', label: 'Table', nullable: false }),
  /** The value of the primary key as a text, several as JSON; null: rows that are not kept one by one. */
  record_id: string({ mode: 'readOnly', label: 'Record' }),
  action: string({ mode: 'readOnly', label: 'Action', nullable: false }),
  /** Rows that the entry is about; null: nobody has counted them. */
  row_count: integer({ mode: 'readOnly' }),
  user_id: integer({ mode: 'readOnly' }),
  user_email: string({ mode: 'readOnly', label: 'User Email' }),
  app_id: integer({ mode: 'readOnly' }),
  app_name: string({ mode: 'readOnly', label: 'App' }),
  origin: string({ mode: 'readOnly', label: 'Through', nullable: false }),
  address: string({ mode: 'readOnly', label: 'Address', nullable: false }),
  request_verb: string({ mode: 'readOnly', label: 'Request', nullable: false }),
  /** The same for everything that one call changed, or one import. */
  write_id: string({ mode: 'readOnly', nullable: false }),
  /** False: the write is under way, or the instance stopped before it knew whether the database kept it. */
  confirmed: boolean({ mode: 'readOnly', nullable: false }),
  /** Names of the changed columns, divided by commas. */
  changed: text({ mode: 'readOnly', label: 'Changed', nullable: false }),
  /** Null where the row was created. */
  before: json<Record<string, unknown> | null>({ mode: 'readOnly' }),
  /** Null where the row was deleted. */
  after: json<Record<string, unknown> | null>({ mode: 'readOnly' }),
}

export type DataHistoryEntry = RecordOf<typeof dataHistoryFields>

/** A longer value is replaced by this text and a digest by which it is compared. */
export const longValueMark = '(longer than is kept)'

/** The parameter by which a client says what several writes belong to: `import:` or `grid:` and an id of its own. */
export const changeSetParameter = 'change_set'
