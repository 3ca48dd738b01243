/** Texts of one of the lists of entries; questions, answers and errors are established texts that people know. */
export interface EntryMessages {
  /** Title of notifications. */
  readonly module: string
  readonly purpose: string
  readonly nothingSelected: string
  readonly defaultName: string
  readonly nameMissing: string
  readonly created: string
  readonly updated: string
  readonly deleted: string
  /** Shown while there are no entries. */
  readonly empty: string
}
