/** Where one of the things of a transfer stands. */
export type ItemState =
  | { readonly kind: 'waiting' }
  /** Bytes that went over the line so far. */
  | { readonly kind: 'running'; readonly bytes: number }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly message: string }

/** One thing that is moved: a file of an upload, an entry that is deleted. */
export interface TransferItem {
  readonly label: string
  /** Bytes; null where it takes none, or nobody knows. */
  readonly size: number | null
}

/** How the work tells what becomes of its items; those that it says nothing of are done when it ends. */
export interface Progress {
  readonly signal: AbortSignal
  readonly bytes: (position: number, bytes: number) => void
  readonly done: (position: number) => void
  readonly failed: (position: number, message: string) => void
}

/** Work on many files that goes on while other things are done. */
export interface TransferJob {
  /** What is done, in a few words: "Upload to docs". */
  readonly title: string
  readonly items: readonly TransferItem[]
  /** Items of one call of `run`. */
  readonly batch: number
  /** Calls of `run` at a time. */
  readonly parallel: number
  /** Does the items with these positions. Throws when those of which it said nothing did not work. */
  readonly run: (positions: readonly number[], progress: Progress) => Promise<void>
  /** After every call of `run`, and once more at the end. */
  readonly onChange?: (ended: boolean) => void
  /** Whether items that failed can be tried again by themselves. */
  readonly canRetry: boolean
}

export interface Totals {
  readonly items: number
  readonly done: number
  readonly failed: number
  readonly bytes: number
  /** Null as long as the size of one is not known. */
  readonly size: number | null
}

/** The sum over all items; those that failed count with the bytes that they would have had. */
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

/** How far it is, from 0 to 1: by bytes where there are any, else by things; null when that cannot be told. */
export function shareOf({ items, done, failed, bytes, size }: Totals): number | null {
  if (size !== null && size > 0) return Math.min(1, bytes / size)
  if (items > 1 || size === 0) return (done + failed) / items
  return null
}
