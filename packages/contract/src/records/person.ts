import type { AccessTab } from '../access/tabs.ts'
import { audit, boolean, type DraftOf, datetime, id, integer, json, type RecordOf, string } from './field.ts'
import type { OwnedLookup } from './lookup.ts'

const identity = {
  id: id(),
  name: string({ label: 'Display Name', max: 255, nullable: false }),
  username: string({ label: 'Username', max: 255, unique: true }),
  ldap_username: string({ mode: 'readOnly', max: 255 }),
  first_name: string({ label: 'First Name', max: 255 }),
  last_name: string({ label: 'Last Name', max: 255 }),
  last_login_date: datetime({ mode: 'readOnly' }),
  email: string({ label: 'Email', max: 255, required: true, unique: true, nullable: false }),
  is_active: boolean({ label: 'Active', default: true, nullable: false }),
  phone: string({ label: 'Phone', max: 32 }),
  security_question: string({ label: 'Security Question', max: 255 }),
  default_app_id: integer({ label: 'Default App' }),
  adldap: string({ mode: 'readOnly', max: 50 }),
  oauth_provider: string({ mode: 'readOnly', max: 50 }),
  saml: string({ mode: 'readOnly', max: 50 }),
  ...audit,
  /** 0 or 1, as on the wire; only an operator's command changes it. */
  is_root_admin: integer({ mode: 'readOnly', nullable: false }),
  confirmed: boolean({ mode: 'readOnly', nullable: false }),
  expired: boolean({ mode: 'readOnly', nullable: false }),
  password: string({ mode: 'writeOnly' }),
  security_answer: string({ mode: 'writeOnly' }),
  /** Ends all sessions of the person. */
  end_sessions: boolean({ mode: 'command' }),
}

/** A person who uses apps, under `system/user`. The order of the fields is the order of exported columns. */
export const userFields = identity
/** A person who manages the instance, under `system/admin`. */
export const adminFields = {
  ...identity,
  is_restricted_admin: boolean({ mode: 'command' }),
  access_by_tabs: json<AccessTab[]>({ mode: 'command' }),
}

export const appRoleFields = {
  id: integer({ mode: 'readOnly' }),
  user_id: integer(),
  app_id: integer({ required: true, nullable: false }),
  role_id: integer({ required: true, nullable: false }),
}

/** A person's role in one app; at most one row for each person and app. */
export interface AppRole {
  id?: number
  user_id: number | null
  app_id: number
  role_id: number
}

export type PersonRelations = {
  lookup_by_user_id?: OwnedLookup[]
  user_to_app_to_role_by_user_id?: AppRole[]
}
export type User = RecordOf<typeof userFields> & PersonRelations
export type UserDraft = DraftOf<typeof userFields> & PersonRelations
export type Admin = RecordOf<typeof adminFields> & PersonRelations
export type AdminDraft = DraftOf<typeof adminFields> & PersonRelations
