/** What rows are sorted by. */
export interface Sort {
  readonly field: string
  readonly down: boolean
}
