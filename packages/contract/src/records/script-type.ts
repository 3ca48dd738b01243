/** A scripting language. */
export interface ScriptType {
  readonly name: string
  readonly label: string
  /** Whether the instance can run it; missing on other servers. */
  readonly available: boolean
  readonly version: string | null
}
