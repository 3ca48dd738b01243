/** A key-value store for JSON texts with an optional expiry. */
export interface KeyValues {
  /** `null` if the key does not exist or has expired. */
  get(key: string): Promise<string | null>
  /** `seconds` is `null` for values that do not expire. */
  set(key: string, value: string, seconds: number | null): Promise<void>
  /** Returns `false` and changes nothing if the key exists. */
  add(key: string, value: string, seconds: number | null): Promise<boolean>
  /** Returns and deletes the value. */
  take(key: string): Promise<string | null>
  close(): Promise<void>
}
