import type { Generated } from 'kysely'
import type { Audit } from './audit-columns.ts'
import type { AuthorColumns } from './author-columns.ts'

export interface ServiceTable extends Audit, AuthorColumns {
  id: Generated<number>
  name: string
  label: string | null
  description: string | null
  is_active: number
  type: string
  mutable: number
  deletable: number
  /** JSON: names that it is called by besides its own; `null`: none. */
  aliases: Generated<string | null>
  /** JSON with encrypted secrets. */
  config: string
}

export interface ServiceDocTable {
  service_id: number
  format: number
  content: string | null
  created_date: string
  last_modified_date: string
}

/** A name or alias that a service gave up, and no other one has taken since. */
export interface FormerServiceNameTable {
  /** In lower case. */
  name: string
  /** The service that had it, which may be deleted; ids are not used again. */
  service_id: number
  /** The person who alone made that service what it was; `null`: others did. */
  owner_id: number | null
}
