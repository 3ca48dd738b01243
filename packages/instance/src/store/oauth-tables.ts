import type { Generated } from 'kysely'

/** A client that has registered itself with a service. */
export interface OauthClientTable {
  id: Generated<number>
  /** What it is known by to the world. */
  client_id: string
  service_id: number
  name: string
  /** JSON. */
  redirect_uris: string
  created_date: string
  /** Unix seconds; moves on whenever somebody lets the client in. */
  expires: number
  /** Whether somebody ever let it in. */
  is_used: number
}

/** What a person has allowed a client: it acts for them at one service. */
export interface OauthGrantTable {
  id: Generated<number>
  service_id: number
  user_id: number
  client_id: string
  client_name: string
  /** Where its answers go: a host, or the scheme of a program. */
  client_host: string
  /** Scopes, with blanks between them. */
  scope: string
  /** The person's token generation when they allowed it. */
  generation: number
  /** Whether they were signed in by two steps. */
  two_step: number
  created_date: string
  /** Null: the client has not come for its tokens. */
  last_used_date: string | null
  /** Unix seconds. */
  expires: number
}

export interface OauthTokenTable {
  id: Generated<number>
  grant_id: number
  kind: 'code' | 'device' | 'access' | 'refresh'
  /** Keyed hash. */
  hash: string
  /** Unix seconds. */
  expires: number
  /** Unix seconds; codes and refresh tokens serve once. */
  used: number | null
  /** Of codes. */
  redirect_uri: string | null
  /** Of codes: of PKCE. */
  challenge: string | null
}

/** A device that waits for somebody to type its code in a browser elsewhere. */
export interface OauthDeviceTable {
  id: Generated<number>
  service_id: number
  client_id: string
  client_name: string
  /** Whether somebody vouches for the name. */
  verified: number
  /** What it asks for: scopes, with blanks between them. */
  scope: string
  /** Keyed hashes of the code that the device keeps and of the one that people type. */
  device_hash: string
  user_hash: string
  /** Unix seconds. */
  expires: number
  /** Unix seconds; when it asked last. */
  polled: number
  decision: 'none' | 'allowed' | 'denied'
}
