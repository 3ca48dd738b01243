/** Values by key, each a JSON text, kept for a while. */
export interface KeyValues {
  /** Null: there is none, or not any more. */
  get(key: string): Promise<string | null>
  /** `seconds` null: for good. */
  set(key: string, value: string, seconds: number | null): Promise<void>
  /** False, and nothing is changed, when there is one already. */
  add(key: string, value: string, seconds: number | null): Promise<boolean>
  /** Deletes the value. */
  take(key: string): Promise<string | null>
  close(): Promise<void>
}
