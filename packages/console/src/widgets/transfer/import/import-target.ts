import type { RowProblem } from './problems.ts'
import type { TableFile } from './table-file.ts'

/** The parsed value of a text in a file, or why it is invalid. */
export type FieldReading = { readonly value: unknown } | { readonly problem: string }

/** A field that can be imported. */
export interface ImportField {
  readonly name: string
  readonly label: string
  /** Its type in a word, such as `integer`. */
  readonly hint: string
  /** Whether it is required in a new record. */
  readonly required: boolean
  /** How NULL is handled: sent as is, omitted, or rejected. */
  readonly none: 'null' | 'left-out' | 'refused'
  /** Whether an empty cell can be NULL. */
  readonly emptyIsNull: boolean
  /** Identifies records to update, and is never sent with new ones. */
  readonly updateOnly?: true
  /** Whether its values are numbers, which may have a decimal comma in a file. */
  readonly isNumber?: boolean
  readonly read: (text: string) => FieldReading
}

export type ImportRecord = Readonly<Record<string, unknown>>

export type ImportMode = 'create' | 'update'

/** How an empty cell is interpreted: as NULL, as no value (`left-out`), or as empty text. */
export type EmptyCells = 'null' | 'left-out' | 'text'

/** `all`: nothing is stored if a record is rejected; `good`: the valid records are. */
export type Keep = 'all' | 'good'

/** The field of each column; `null` for none. */
export type Mapping = readonly (string | null)[]

/** The user's options of an import. */
export interface ImportChoices {
  readonly mapping: Mapping
  readonly mode: ImportMode
  readonly empty: EmptyCells
  readonly keep: Keep
}

export interface ImportPlan extends Omit<ImportChoices, 'keep'> {
  readonly target: Pick<ImportTarget, 'fields' | 'key'>
  /** Whether numbers in the file have a decimal comma; absent: no. */
  readonly decimalComma?: boolean
}

/** A row of the file, converted to a record. */
export interface PlannedRecord {
  readonly number: number
  readonly record: ImportRecord
}

/** Checks rows against the stored records before any is sent. */
export interface StoredRecordCheck {
  /** What was checked, as display texts. */
  readonly answered: readonly string[]
  /** What could not be checked, with the reasons. */
  readonly unanswered: readonly string[]
  /** Resolves to the problems of these rows. Rejects if the instance is unreachable. */
  readonly problems: (rows: readonly PlannedRecord[], signal: AbortSignal) => Promise<readonly RowProblem[]>
}

/** Records sent in one request. */
export interface ImportPiece {
  readonly records: readonly ImportRecord[]
  readonly mode: ImportMode
  readonly keep: Keep
  readonly signal: AbortSignal
  /** Called with the share of the request that is sent, 0 to 1, if the browser reports it. */
  readonly onSent: (share: number) => void
}

/** The target of an import: a table, users, roles. */
export interface ImportTarget {
  /** `Import into Customers`. */
  readonly title: string
  readonly one: string
  readonly many: string
  readonly fields: readonly ImportField[]
  /** Names of the fields that identify stored records; empty if records can only be created. */
  readonly key: readonly string[]
  /** Initial setting. */
  readonly empty: EmptyCells
  readonly keep: Keep
  /** Maximum number of records in an all-or-none import; `null` if unlimited. */
  readonly mostTogether: number | null
  readonly look?: (plan: ImportPlan, unit: TableFile['unit']) => StoredRecordCheck
  /** Sends records; if single ones are rejected, it rejects with an `InstanceError` with `rowMessages`. */
  readonly write: (piece: ImportPiece) => Promise<void>
}
