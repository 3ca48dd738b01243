import { audit, boolean, type DraftOf, id, integer, json, type RecordOf, string } from './field.ts'
import type { OwnedLookup } from './lookup.ts'

export const roleFields = {
  id: id(),
  name: string({ label: 'Name', max: 64, required: true, unique: true, nullable: false }),
  description: string({ label: 'Description', max: 255, cut: true }),
  is_active: boolean({ label: 'Active', default: false, nullable: false }),
  ...audit,
}

export const filterOperators = [
  '=',
  '!=',
  '>',
  '<',
  '>=',
  '<=',
  'in',
  'not in',
  'starts with',
  'ends with',
  'contains',
  'is null',
  'is not null',
] as const
export type FilterOperator = (typeof filterOperators)[number]

/** A condition that a role adds to the rows of a database service. */
export interface AccessFilter {
  name: string
  operator: FilterOperator | string
  value: string | null
}

/** An access row of a role: a service (`null` for all), a component, verbs, requestors and row filters (docs/wire/access.md). */
export const roleServiceAccessFields = {
  id: id(),
  role_id: integer(),
  service_id: integer(),
  component: string({ max: 255 }),
  verb_mask: integer({ mask: 'verbs', default: 0, nullable: false }),
  requestor_mask: integer({ mask: 'requestors', default: 1, nullable: false }),
  filters: json<AccessFilter[] | null>(),
  filter_op: string({ max: 32, default: 'and', nullable: false }),
  ...audit,
}

export type RoleServiceAccess = RecordOf<typeof roleServiceAccessFields>
export type RoleRelations = {
  role_service_access_by_role_id?: RoleServiceAccess[]
  lookup_by_role_id?: OwnedLookup[]
}
export type Role = RecordOf<typeof roleFields> & RoleRelations & { accessible_tabs?: string[] }
export type RoleDraft = DraftOf<typeof roleFields> & RoleRelations
