import type { Generated } from 'kysely'

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
