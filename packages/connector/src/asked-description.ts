/** Options for a service's description. */
export interface DescriptionOptions {
  /** Bypasses the cache. */
  readonly refresh: boolean
  /** Which tables of a database are described by their own names, in addition to a placeholder for any table; many as briefly as fits. */
  readonly tables: 'none' | 'as fits' | 'in full'
}
