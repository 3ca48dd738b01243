/** The response to `dependents=true`: records that depend on the selected ones, by resource and effect (docs/wire/requests.md). */
export interface Dependents {
  readonly resource: readonly DependentGroup[]
  /** Whether there are further dependents that the caller may not read. */
  readonly hidden: boolean
  /** The number of these. */
  readonly hidden_count?: number
}

export interface DependentGroup {
  /** The system resource of the records: `app`. */
  readonly resource: string
  /**
   * Whether the records are deleted too, their reference is set to null, or it is left dangling; `renamed`: they follow the new name of
   * what they name.
   */
  readonly effect: 'deleted' | 'cleared' | 'broken' | 'renamed'
  /** Whether the deletion is rejected with 409 unless `force=true`. */
  readonly blocks: boolean
  readonly count: number
  /** The first names in order. */
  readonly names: readonly string[]
  /** What stops working afterwards, as a sentence. */
  readonly consequence: string
}
