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

/** What became of a try that wants to be made. */
export interface Taken {
  /** Milliseconds that it has to wait; 0: it may be made, and counts as failed. */
  readonly wait: number
  /** For one whose secret was not looked at in the end: it counts nowhere, as if it had not been made. */
  takeBack(): Promise<void> | void
}

/** Where failures are counted. Exact however many tries come at once, from however many nodes share the counts. */
export interface LoginFailures {
  /** Counts the try, unless it has to wait or is none of its own. */
  take(tried: Tried, now: number): Promise<Taken> | Taken
  /** Somebody knew the secret: forgets the account's failures, and takes this try back from the network. */
  forget(tried: Tried, now: number): Promise<void> | void
  close(): Promise<void>
}

/** Of a try that was not counted. */
export const notCounted = (wait: number): Taken => ({ wait, takeBack: () => {} })
