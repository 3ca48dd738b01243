import type { Generated } from 'kysely'

/** A credential of an administrator for programs. */
export interface AccessTokenTable {
  id: Generated<number>
  user_id: number
  name: string
  /** SHA-256 in hex. */
  hash: string
  /** JSON: a list of scopes. */
  scopes: string
  created_date: string
  last_used_date: string | null
  expires_date: string
}
