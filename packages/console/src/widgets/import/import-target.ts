import type { RowProblem } from './problems.ts'
import type { TableFile } from './table-file.ts'

/** What a text of a file stands for in a field. */
export type FieldReading = { readonly value: unknown } | { readonly problem: string }

/** A field that a file can give values to. */
export interface ImportField {
  readonly name: string
  readonly label: string
  /** What it holds, in a word: `integer`. */
  readonly hint: string
  /** Whether a new record needs a value. */
  readonly required: boolean
  /** What NULL becomes: itself, nothing that is sent, or a refusal. */
  readonly none: 'null' | 'left-out' | 'refused'
  /** Whether an empty cell can be NULL. */
  readonly emptyIsNull: boolean
  /** Tells records to update, and is never sent with new ones. */
  readonly updateOnly?: true
  readonly read: (text: string) => FieldReading
}

export type ImportRecord = Readonly<Record<string, unknown>>

export type ImportMode = 'create' | 'update'

/** What an empty cell of a file stands for; NULL and nothing at all are `null` and `left-out`. */
export type EmptyCells = 'null' | 'left-out' | 'text'

/** `all`: nothing is kept when a record is refused; `good`: the others are. */
export type Keep = 'all' | 'good'

/** For each column of the file the field that it goes to; null: none. */
export type Mapping = readonly (string | null)[]

/** What a person chooses about an import. */
export interface ImportChoices {
  readonly mapping: Mapping
  readonly mode: ImportMode
  readonly empty: EmptyCells
  readonly keep: Keep
}

export interface ImportPlan extends Omit<ImportChoices, 'keep'> {
  readonly target: Pick<ImportTarget, 'fields' | 'key'>
}

/** A row of the file as the record that it makes. */
export interface PlannedRecord {
  readonly number: number
  readonly record: ImportRecord
}

/** Holds rows against what is stored, before any is sent. */
export interface StoredLook {
  /** What was looked up, for people. */
  readonly answered: readonly string[]
  /** What could not be looked up, with the reason. */
  readonly unanswered: readonly string[]
  /** What is wrong with these rows. Throws when the instance is away. */
  readonly problems: (rows: readonly PlannedRecord[], signal: AbortSignal) => Promise<readonly RowProblem[]>
}

/** Records that are sent in one request. */
export interface ImportPiece {
  readonly records: readonly ImportRecord[]
  readonly mode: ImportMode
  readonly keep: Keep
  readonly signal: AbortSignal
  /** Is told how much of the request is sent, from 0 to 1, where the browser says it. */
  readonly onSent: (share: number) => void
}

/** Where the records of a file go: a table, users, roles. */
export interface ImportTarget {
  /** `Import into Customers`. */
  readonly title: string
  readonly one: string
  readonly many: string
  readonly fields: readonly ImportField[]
  /** Names of the fields by which stored records are found; empty: there are only new ones. */
  readonly key: readonly string[]
  /** What is chosen at first. */
  readonly empty: EmptyCells
  readonly keep: Keep
  /** Up to this many records go together when all or none are wanted; null: any number. */
  readonly mostTogether: number | null
  readonly look?: (plan: ImportPlan, unit: TableFile['unit']) => StoredLook
  /** Sends records; a refusal of single ones is an `InstanceError` with `rowMessages`. */
  readonly write: (piece: ImportPiece) => Promise<void>
}
