import type { Generated } from 'kysely'
import type { Audit } from './audit-columns.ts'

export interface RoleTable extends Audit {
  id: Generated<number>
  name: string
  description: string | null
  is_active: number
}

export interface RoleServiceAccessTable extends Audit {
  id: Generated<number>
  role_id: number
  service_id: number | null
  component: string | null
  verb_mask: number
  requestor_mask: number
  filters: string | null
  filter_op: string
}

/** The directory group whose members get a role. */
export interface RoleAdldapTable {
  role_id: number
  dn: string | null
}
