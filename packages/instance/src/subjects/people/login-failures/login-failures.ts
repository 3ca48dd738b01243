/** Failed tries by a name, in a window that begins with the first of them. */
export interface FailureCount {
  /** Unique among all counts; says nothing of the account to who reads it. */
  readonly name: string
  /** Failures that are too many. */
  readonly most: number
  /** Milliseconds. */
  readonly window: number
}

/** A try at a secret, with the counts that it counts in (docs/adr/0004-login-throttle.md). */
export interface Tried {
  /** Of the account from this network. */
  readonly here: FailureCount
  /** Of the account from everywhere; does not refuse where the account was signed in to from this network before. */
  readonly everywhere: FailureCount
  /** Of the network. */
  readonly network: FailureCount
  /** The same secret at a second endpoint is not a second try. */
  readonly guess: { readonly endpoint: string; readonly mac: string } | null
}

/** Where failures are counted. Exact however many tries come at once, from however many nodes share the counts. */
export interface LoginFailures {
  /** Counts the try and answers 0, or does not count it and answers the milliseconds that it has to wait. */
  take(tried: Tried, now: number): Promise<number> | number
  /** Somebody knew the secret: forgets the account's failures, and takes this try back from the network. */
  forget(tried: Tried, now: number): Promise<void> | void
  close(): Promise<void>
}
