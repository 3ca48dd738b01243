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
