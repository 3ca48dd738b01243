import type { Generated } from 'kysely'

/** A package import in progress, or interrupted by the death of its process. */
export interface UnfinishedImportTable {
  id: string
  /** The process that currently works on it. */
  holder: string
  /** Milliseconds since 1970 after which the holder counts as dead. */
  alive_until: number
}

/** A step that undoes one effect of an import. */
export interface ImportStepTable {
  id: Generated<number>
  import_id: string
  /** JSON. */
  step: string
}
