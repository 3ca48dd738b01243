/** A row of the grid. The record's content is up to columns and sources. */
export interface GridRow {
  /** Stable for the lifetime of the row, wherever it is. */
  readonly key: string
  readonly record: GridRecord
}

export type GridRecord = Readonly<Record<string, unknown>>

/** The source of a grid's rows. Their number need not be known in advance. */
export interface GridSource {
  /** Rows from an offset, counted from 0; fewer than `limit` means that there are no more. */
  readonly read: (offset: number, limit: number, signal: AbortSignal) => Promise<readonly GridRow[]>
}

/** The parsed value of a typed text, or why it is invalid. */
export type Reading = { readonly value: unknown } | { readonly problem: string }

export interface GridChoice {
  /** As returned by `print`. */
  readonly text: string
  readonly label: string
}

/** Additional information about a value that the cell does not show. */
export interface CellAside {
  /** What the value stands for, shown next to it. */
  readonly text?: string
  /** The value with all digits, if the cell shows fewer. */
  readonly exact?: string
  /** URL of a picture of the value; requires no request to another server. */
  readonly picture?: string
  /** Label of the value's link, such as `Open Acme`. */
  readonly opens?: string
}

/** A column and how its values are parsed, displayed and edited. */
export interface GridColumn {
  /** The record's member. */
  readonly name: string
  readonly label: string
  /** Shown next to the label: `integer`. */
  readonly hint?: string
  /** Pixels. */
  readonly width: number
  readonly align: 'start' | 'end'
  readonly mono: boolean
  /** `lines`: Shift with Enter inserts a line break. `toggle`: Space cycles through the choices. */
  readonly editor: 'line' | 'lines' | 'toggle' | 'choice'
  readonly choices: readonly GridChoice[]
  /** Whether values other than the choices are allowed. */
  readonly openChoice: boolean
  /** Why it is read-only, as a sentence. */
  readonly locked: string | null
  /** Why it is read-only in stored rows. */
  readonly fixed: string | null
  readonly nullable: boolean
  readonly sortable: boolean
  /** The complete value as text, for editing and copying; not called for `null`. */
  readonly print: (value: unknown) => string
  /** The value in one line, possibly shortened; not called for `null`. */
  readonly show: (value: unknown) => string
  readonly read: (text: string) => Reading
  /** Returns `undefined` if there is no further information. Not called for `null`. */
  readonly aside?: (value: unknown) => CellAside | undefined
  /** Suggests values for the typed text; each option is labelled with what its value stands for. */
  readonly suggest?: (text: string, signal: AbortSignal) => Promise<readonly GridChoice[]>
}

export interface GridSort {
  readonly field: string
  readonly descending: boolean
}
