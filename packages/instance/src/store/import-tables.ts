import type { Generated } from 'kysely'

/** An import of a package that is under way, or was when its process died. */
export interface UnfinishedImportTable {
  id: string
  /** Who works on it at present. */
  holder: string
  /** Milliseconds since 1970; then the holder counts as dead. */
  alive_until: number
}

/** What takes back one thing that an import did. */
export interface ImportStepTable {
  id: Generated<number>
  import_id: string
  /** JSON. */
  step: string
}
