export type ExportRecord = Readonly<Record<string, unknown>>

/** Which records are written. */
export interface ExportScope<R extends ExportRecord> {
  readonly value: 'matching' | 'selected' | 'all'
  readonly label: string
  /** Null while it is not known. */
  readonly count: number | null
  /** Page by page; `fields` null means all of them. */
  readonly pages: (fields: readonly string[] | null, signal: AbortSignal) => AsyncGenerator<readonly R[]>
}

/** The columns that are on the screen. */
export interface ShownColumns<R extends ExportRecord> {
  readonly fields: readonly string[]
  /** In CSV, how columns and cells read on the screen; absent: as the wire has them. */
  readonly reading?: {
    readonly labels: readonly string[]
    /** A method, so that what reads a list's own records is still a source of any. */
    text(record: R, field: string): string
  }
}

/** Records that can leave as a file: those of a table, or of a list. */
export interface ExportSource<R extends ExportRecord> {
  /** `Export users`. */
  readonly title: string
  /** Title of the notification. */
  readonly module: string
  /** Without its ending. */
  readonly fileName: string
  readonly one: string
  readonly many: string
  /** The first is chosen at first. */
  readonly scopes: readonly [ExportScope<R>, ...ExportScope<R>[]]
  /** All fields; null: those that the first records have. */
  readonly fields: readonly string[] | null
  readonly shown: ShownColumns<R>
}
