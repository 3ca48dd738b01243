/** A language of scripts. */
export interface ScriptType {
  readonly name: string
  readonly label: string
  /** Whether the instance can run it; other servers do not say. */
  readonly available: boolean
  readonly version: string | null
}
