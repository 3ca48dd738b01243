/** A session that may still be used; times in unix seconds. */
export interface SessionTable {
  /** What its tokens name it by. */
  id: string
  user_id: number
  /** The identifier of its latest token. */
  jti: string
  /** The person's token generation when its latest token was made. */
  generation: number
  /** The app password that it was begun with. */
  app_password_id: number | null
  begun: number
  /** To the minute or so: calls do not write. */
  last_seen: number
  /** After which nothing can be done with its latest token. */
  expires: number
  address: string | null
  user_agent: string | null
}
