/** The response to sign-in, session reads and refreshes (docs/wire/sessions.md). */
export interface Session {
  session_token: string | null
  session_id: string | null
  id: number
  name: string
  first_name: string | null
  last_name: string | null
  email: string
  is_sys_admin: boolean
  /** Some servers send 0 or 1. */
  is_root_admin: boolean | 0 | 1
  last_login_date: string | null
  host: string
  token_expiry_date?: string
  /** Present if the person has a role in the calling app; an administrator with a role is restricted. */
  role?: string
  role_id?: number
  /** The person's preferred language, if set. */
  language?: string
  /** The provider's own token, after signing in with an external provider. */
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
  /** The following members are missing on some servers. */
  saml?: string
  /** The person's preferred language, if set. */
  language?: string
}

/** A valid session of the caller (docs/wire/sessions.md); dates in UTC. */
export interface ActiveSession {
  id: string
  /** When the person signed in. */
  created_date: string
  /** Accurate to about a minute. */
  last_seen_date: string
  /** When the session ends at the latest if it is not used. */
  expires_date: string
  /** IP address of the sign-in or the last refresh; `null` if unknown. */
  address: string | null
  user_agent: string | null
  /** Name of the app password used to sign in, or `null`. */
  app_password: string | null
  /** Whether it is the session of this request. */
  current: boolean
}

/** Languages that people can choose in their profile (docs/wire/sessions.md). */
export const profileLanguages = ['en', 'de'] as const

export type ProfileLanguage = (typeof profileLanguages)[number]

export function isProfileLanguage(value: unknown): value is ProfileLanguage {
  return profileLanguages.some((known) => known === value)
}
