/** A session of one’s own that can still be used (docs/wire/sessions.md); dates in UTC. */
export interface ActiveSession {
  id: string
  /** When somebody signed in. */
  created_date: string
  /** To the minute or so. */
  last_seen_date: string
  /** When it ends at the latest if nobody uses it. */
  expires_date: string
  /** Of the sign-in, or of the last refresh; null: not known. */
  address: string | null
  user_agent: string | null
  /** The name of the app password that it was begun with; null: none. */
  app_password: string | null
  /** Whether it is the session of this request. */
  current: boolean
}
