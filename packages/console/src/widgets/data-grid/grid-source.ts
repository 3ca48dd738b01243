/** A row as the grid holds it. What is in the record is the business of columns and sources. */
export interface GridRow {
  /** The same for as long as the row is the same, wherever it stands. */
  readonly key: string
  readonly record: GridRecord
}

export type GridRecord = Readonly<Record<string, unknown>>

/** Where a grid has its rows from. Nothing needs to know beforehand how many there are. */
export interface GridSource {
  /** Rows from a place on, counted from 0; fewer than `limit`: there are no more. */
  readonly read: (offset: number, limit: number, signal: AbortSignal) => Promise<readonly GridRow[]>
}

/** What a typed text stands for. */
export type Reading = { readonly value: unknown } | { readonly problem: string }

export interface GridChoice {
  /** As `print` gives it. */
  readonly text: string
  readonly label: string
}

/** What is known of a value beyond what stands in the cell. */
export interface CellAside {
  /** What the value stands for, beside it. */
  readonly text?: string
  /** The value to the last digit, where the cell shows less. */
  readonly exact?: string
  /** The address of a picture of it, which asks no other server. */
  readonly picture?: string
  /** Where the value leads, when it can be followed: `Open Acme`. */
  readonly opens?: string
}

/** A column, with everything the grid has to know about what stands in it. */
export interface GridColumn {
  /** The member of the record. */
  readonly name: string
  readonly label: string
  /** Beside the label: `integer`. */
  readonly hint?: string
  /** Pixels. */
  readonly width: number
  readonly align: 'start' | 'end'
  readonly mono: boolean
  /** `lines`: Enter with Shift begins a new one. `toggle`: Space goes through the choices. */
  readonly editor: 'line' | 'lines' | 'toggle' | 'choice'
  readonly choices: readonly GridChoice[]
  /** Whether something other than the choices may be typed. */
  readonly openChoice: boolean
  /** Why it cannot be edited, in a sentence. */
  readonly locked: string | null
  /** Why it cannot be edited in rows that are stored. */
  readonly fixed: string | null
  readonly nullable: boolean
  readonly sortable: boolean
  /** A value as text, all of it, for editing and copying; not asked about null. */
  readonly print: (value: unknown) => string
  /** The value in a line, maybe shortened; not asked about null. */
  readonly show: (value: unknown) => string
  readonly read: (text: string) => Reading
  /** Undefined: nothing more is known of the value. Not asked about null. */
  readonly aside?: (value: unknown) => CellAside | undefined
  /** Values that a text may mean, as it is typed; a choice is labelled with what its value stands for. */
  readonly suggest?: (text: string, signal: AbortSignal) => Promise<readonly GridChoice[]>
}

export interface GridSort {
  readonly field: string
  readonly descending: boolean
}
