import type { ListenerEvent } from '@millwright/connector/connector'
import type { Author } from '../../request/caller.ts'

/** A listener for events. */
export interface Listener {
  /** Case-insensitive. */
  readonly events: readonly string[]
  /** The author whose rights restrict what it receives: only requests that they could make, on rows that they may see. */
  readonly author: Author
  /** Requests never wait for it. */
  onEvent(event: ListenerEvent): Promise<void>
}
