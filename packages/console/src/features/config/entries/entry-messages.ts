/** What one of the lists of entries says; the questions, answers and refusals are the ones people know. */
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
  /** Where nothing is there yet. */
  readonly empty: string
}
