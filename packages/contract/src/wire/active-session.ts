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
