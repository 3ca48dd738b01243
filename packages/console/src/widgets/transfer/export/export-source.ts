export type ExportRecord = Readonly<Record<string, unknown>>

/** A choice of records to export. */
export interface ExportScope<R extends ExportRecord> {
  readonly value: 'matching' | 'selected' | 'all'
  readonly label: string
  /** `null` if unknown. */
  readonly count: number | null
  /** Yields records page by page; `fields`: `null` for all of them. */
  readonly pages: (fields: readonly string[] | null, signal: AbortSignal) => AsyncGenerator<readonly R[]>
}

/** The visible columns. */
export interface ShownColumns<R extends ExportRecord> {
  readonly fields: readonly string[]
  /** Column headers and cell texts for CSV as displayed; absent: wire values. */
  readonly reading?: {
    readonly labels: readonly string[]
    /** A method, so that parameter bivariance makes a source of specific records assignable to a general one. */
    text(record: R, field: string): string
  }
}

/** Records that can be exported: those of a table or list. */
export interface ExportSource<R extends ExportRecord> {
  /** `Export users`. */
  readonly title: string
  /** Title of the notification. */
  readonly module: string
  /** Without extension. */
  readonly fileName: string
  readonly one: string
  readonly many: string
  /** The first is selected initially. */
  readonly scopes: readonly [ExportScope<R>, ...ExportScope<R>[]]
  /** All fields; `null`: those of the first records. */
  readonly fields: readonly string[] | null
  readonly shown: ShownColumns<R>
}
