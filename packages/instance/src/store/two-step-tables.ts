import type { Generated } from 'kysely'

/** What a person's app for one-time codes shares with the instance. */
export interface OneTimeCodeTable {
  user_id: number
  /** Encrypted Base32. */
  secret: string
  /** The time step of the last code that served: earlier ones and this one do not any more. */
  last_step: number
  created_date: string
}

export interface RecoveryCodeTable {
  user_id: number
  /** SHA-256 in hex; the row goes when the code is used. */
  hash: string
}

export interface PasskeyTable {
  id: Generated<number>
  user_id: number
  name: string
  /** Base64url. */
  credential: string
  /** Base64url of COSE. */
  public_key: string
  /** How often the authenticator says that it was used; 0 where it does not count. */
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
