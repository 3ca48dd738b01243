import type { Verb } from '@millwright/contract/verbs'

/** A path of a service from which event names are derived (docs/wire/scripts.md). */
export interface EventPath {
  /**
   * Without outer slashes. `{name}` stands for a segment, or at the end of a file service's path for the rest of it. Empty for
   * the root.
   */
  readonly path: string
  readonly verbs: readonly Verb[]
  /** Possible values of the first placeholder, if the description lists them. */
  readonly values?: readonly string[]
}
