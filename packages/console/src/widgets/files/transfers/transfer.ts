/** State of one item of a transfer. */
export type ItemState =
  | { readonly kind: 'waiting' }
  /** Bytes transferred so far. */
  | { readonly kind: 'running'; readonly bytes: number }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly message: string }

/** One item of a transfer: an uploaded file, an entry to delete. */
export interface TransferItem {
  readonly label: string
  /** Size in bytes; `null` if the item transfers no bytes or its size is unknown. */
  readonly size: number | null
}

/** Reports the progress of items. Items that the job does not report count as done when `run` returns. */
export interface TransferProgress {
  readonly signal: AbortSignal
  readonly bytes: (position: number, bytes: number) => void
  readonly done: (position: number) => void
  readonly failed: (position: number, message: string) => void
}

/** What to do with existing files. */
export type UploadConflictChoice = 'skip' | 'replace' | 'keep-both'

/** A question about existing files, asked before a transfer starts. */
export interface Conflict {
  readonly id: number
  /** Of the transfer, since the question may be asked over another page: "Upload to docs". */
  readonly title: string
  readonly names: readonly string[]
  /** Number of files to transfer. */
  readonly total: number
  /** `null` cancels the whole transfer. */
  readonly answer: (choice: UploadConflictChoice | null) => void
}

/** Work on many files that continues in the background. */
export interface TransferJob {
  /** A short title: "Upload to docs". */
  readonly title: string
  readonly items: readonly TransferItem[]
  /** Number of items per call of `run`. */
  readonly batch: number
  /** Maximum number of concurrent calls of `run`. */
  readonly parallel: number
  /** Processes the items at these positions. If it throws, the items that it has not reported have failed. */
  readonly run: (positions: readonly number[], progress: TransferProgress) => Promise<void>
  /** Called after every call of `run`, and once more at the end with `ended`. */
  readonly onChange?: (ended: boolean) => void
  /** Whether failed items can be retried individually. */
  readonly canRetry: boolean
}

export interface Totals {
  readonly items: number
  readonly done: number
  readonly failed: number
  readonly bytes: number
  /** `null` while the size of any item is unknown. */
  readonly size: number | null
}

/** Sums up all items. Failed items count with their full size. */
export function totalsOf(items: readonly TransferItem[], states: readonly ItemState[]): Totals {
  let [done, failed, bytes, size] = [0, 0, 0, 0]
  let sized = true
  for (const [at, item] of items.entries()) {
    const state = states[at]
    if (item.size === null) sized = false
    size += item.size ?? 0
    if (state?.kind === 'done') done += 1
    if (state?.kind === 'failed') failed += 1
    if (state?.kind === 'running') bytes += state.bytes
    else if (state?.kind !== 'waiting') bytes += item.size ?? 0
  }
  return { items: items.length, done, failed, bytes, size: sized ? size : null }
}

/** Progress from 0 to 1, by bytes if there are any, otherwise by items; `null` if it cannot be determined. */
export function shareOf({ items, done, failed, bytes, size }: Totals): number | null {
  if (size !== null && size > 0) return Math.min(1, bytes / size)
  if (items > 1 || size === 0) return (done + failed) / items
  return null
}
