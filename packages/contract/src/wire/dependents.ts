/** What `dependents=true` answers: the records that depend on others, by resource and effect (docs/wire/requests.md). */
export interface Dependents {
  readonly resource: readonly DependentGroup[]
  /** More depends on them than the caller may read. */
  readonly hidden: boolean
}

export interface DependentGroup {
  /** The system resource that the records are of: `app`. */
  readonly resource: string
  /** They go too, their reference is emptied, or it stays and leads nowhere. */
  readonly effect: 'deleted' | 'cleared' | 'broken'
  /** The deletion is refused with 409 unless `force=true`. */
  readonly blocks: boolean
  readonly count: number
  /** The first of them, by name. */
  readonly names: readonly string[]
  /** What fails afterwards, in a sentence. */
  readonly consequence: string
}
