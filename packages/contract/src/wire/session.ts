/** What log-in, session reads and refresh answer (docs/wire/sessions.md). */
export interface Session {
  session_token: string | null
  session_id: string | null
  id: number
  name: string
  first_name: string | null
  last_name: string | null
  email: string
  is_sys_admin: boolean
  /** Some servers send 0 and 1. */
  is_root_admin: boolean | 0 | 1
  last_login_date: string | null
  host: string
  token_expiry_date?: string
  /** Present when the calling app gives the person a role; on an administrator: restricted. */
  role?: string
  role_id?: number
  /** What the person reads, where they said so. */
  language?: string
  /** After signing in at a provider: its own tokens. */
  oauth_token?: string
  id_token?: string
}

/** `GET user/profile` and `GET system/admin/profile`. */
export interface Profile {
  username: string | null
  first_name: string | null
  last_name: string | null
  name: string
  email: string
  phone: string | null
  security_question: string | null
  default_app_id: number | null
  oauth_provider: string
  adldap: string
  /** Not every server tells these. */
  saml?: string
  language?: string | null
}
