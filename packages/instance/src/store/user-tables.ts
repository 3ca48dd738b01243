import type { Generated } from 'kysely'
import type { Audit } from './audit-columns.ts'

export interface UserTable extends Audit {
  id: Generated<number>
  name: string
  username: string | null
  ldap_username: string | null
  first_name: string | null
  last_name: string | null
  last_login_date: string | null
  email: string
  /** Argon2id; `null` until an invitation or registration is completed. */
  password: string | null
  is_active: number
  phone: string | null
  security_question: string | null
  /** Argon2id. */
  security_answer: string | null
  default_app_id: number | null
  adldap: string | null
  oauth_provider: string | null
  saml: string | null
  is_sys_admin: number
  is_root_admin: number
  /** SHA-256 of the pending code in hex; `null` if none is pending. */
  confirm_code: string | null
  /** Creation of the code, in the format of `last_modified_date`. */
  confirm_code_date: string | null
  /** Incremented to invalidate all tokens of the person; tokens contain it. */
  token_generation: Generated<number>
  /** The address that was confirmed with a mailed code; invalid once `email` differs. */
  proven_email: Generated<string | null>
  /** `email` and `username` in the form in which look-alikes are equal. */
  email_key: Generated<string | null>
  username_key: Generated<string | null>
  /** One of `profileLanguages`; `null`: the language of the browser. */
  language: Generated<string | null>
}

export interface UserToAppToRoleTable {
  id: Generated<number>
  user_id: number
  app_id: number
  role_id: number
}

/** Who a person is at a service that signs them in. */
export interface UserIdentityTable {
  id: Generated<number>
  user_id: number
  service_id: number
  /** As the service names the person; unique among its people. */
  subject: string
  created_date: string
  /** The name by which the service ends the session, if it differs. */
  sign_out_name: string | null
}
