/** A counter of failed attempts, in a window that starts with the first. */
export interface FailureCount {
  /** Unique among all counters, without revealing the account. */
  readonly name: string
  /** Maximum number of failures. */
  readonly most: number
  /** In milliseconds. */
  readonly window: number
}

/** An attempt at a secret, with its counters (docs/adr/0004-login-throttle.md). */
export interface Tried {
  /** Failures for the account from this network. */
  readonly here: FailureCount
  /** Failures for the account from all networks. Does not reject attempts from networks with a previous login to the account. */
  readonly everywhere: FailureCount
  /** Failures from the network. */
  readonly network: FailureCount
  /** Identifies the secret, as the same one at a second endpoint is not a second attempt. */
  readonly guess: { readonly endpoint: string; readonly mac: string } | null
}

/** The result of registering an attempt. */
export interface AttemptResult {
  /** Milliseconds to wait, or 0 if the attempt may proceed and counts as failed. */
  readonly wait: number
  /** Removes the attempt from all counters if the secret was not checked after all. */
  takeBack(): Promise<void> | void
}

/** Counts failures. Exact for any number of concurrent attempts and of nodes that share the counters. */
export interface LoginFailures {
  /** Counts the attempt, unless it must wait or repeats one at another endpoint. */
  take(tried: Tried, now: number): Promise<AttemptResult> | AttemptResult
  /** Resets the account's failures after a success, and removes this attempt from the network's. */
  forget(tried: Tried, now: number): Promise<void> | void
  close(): Promise<void>
}

/** For an attempt that was not counted. */
export const notCounted = (wait: number): AttemptResult => ({ wait, takeBack: () => {} })
