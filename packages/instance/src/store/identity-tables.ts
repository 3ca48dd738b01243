import type { Generated } from 'kysely'
import type { Audit } from './record-columns.ts'

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

/** Requests of people and apps for access beyond their roles, and what was granted. */
export interface AccessRequestTable {
  id: Generated<number>
  /** Who asks for themselves; an app only if its key was used without a person. */
  user_id: number | null
  app_id: number | null
  service_id: number
  component: string
  verb_mask: number
  note: string | null
  /** `pending`, `approved`, `denied`, or `expired`: not decided in time, or the grant has ended or was revoked. */
  status: Generated<string>
  granted_mask: Generated<number>
  /** JSON, as in `role_service_access`. */
  filters: string | null
  filter_op: Generated<string>
  /** The end of the grant, in the format of `created_date`. */
  until: string | null
  decided_by_id: number | null
  decided_date: string | null
  created_date: string
  last_modified_date: string
}

/** The secret shared with a person's authenticator app. */
export interface OneTimeCodeTable {
  user_id: number
  /** Encrypted Base32. */
  secret: string
  /** Time step of the last accepted code: codes up to this step are rejected. */
  last_step: number
  created_date: string
}

export interface RecoveryCodeTable {
  user_id: number
  /** SHA-256 in hex; the row is deleted when the code is used. */
  hash: string
}

export interface PasskeyTable {
  id: Generated<number>
  user_id: number
  name: string
  /** Base64url. */
  credential: string
  /** COSE key in Base64url. */
  public_key: string
  /** Use count reported by the authenticator; 0 if it does not count. */
  counter: number
  /** JSON. */
  transports: string
  created_date: string
  last_used_date: string | null
}

export interface AppPasswordTable {
  id: Generated<number>
  user_id: number
  name: string
  /** SHA-256 in hex. */
  hash: string
  created_date: string
  last_used_date: string | null
}

/** A session that can still be used; times in Unix seconds. */
export interface SessionTable {
  /** Session id in its tokens. */
  id: string
  user_id: number
  /** Id of its latest token. */
  jti: string
  /** The person's token generation when its latest token was issued. */
  generation: number
  /** The app password with which it was started. */
  app_password_id: number | null
  begun: number
  /** Accurate to about a minute, as calls do not write. */
  last_seen: number
  /** Time after which its latest token can no longer be used or refreshed. */
  expires: number
  address: string | null
  user_agent: string | null
}

/** Tokens revoked before their expiry; never cached. */
export interface TokenRevocationTable {
  jti: string
  /** Unix seconds after which the row can be deleted. */
  expires: number
}

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
