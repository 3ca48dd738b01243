import type { Verb } from '@millwright/contract/verbs'

/** An address of a service, as its events are named after it (docs/wire/scripts.md). */
export interface EventPath {
  /** Without outer slashes; `{name}` stands for a segment, at the end of a file service's path for the rest of it. Empty: the root. */
  readonly path: string
  readonly verbs: readonly Verb[]
  /** What the first placeholder can be, where the description itself says so. */
  readonly values?: readonly string[]
}
