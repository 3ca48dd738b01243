/** Options for a service's description. */
export interface DescriptionOptions {
  /** Bypasses the cache. */
  readonly refresh: boolean
  /** Describes tables of a database by their own names, in addition to a placeholder for any table. */
  readonly expand: boolean
}
