import type { Generated } from 'kysely'

/** A client that has registered itself with a service. */
export interface OauthClientTable {
  id: Generated<number>
  /** Public identifier. */
  client_id: string
  service_id: number
  name: string
  /** JSON. */
  redirect_uris: string
  created_date: string
  /** Unix seconds; extended whenever a person authorizes the client. */
  expires: number
  /** Whether a person has ever authorized it. */
  is_used: number
}

/** A person's consent for a client to act on their behalf at one service. */
export interface OauthGrantTable {
  id: Generated<number>
  service_id: number
  user_id: number
  client_id: string
  client_name: string
  /** Destination of its authorization codes: a host, or the URL scheme of a program. */
  client_host: string
  /** Scopes, separated by blanks. */
  scope: string
  /** The person's token generation at the time of consent. */
  generation: number
  /** Whether the person had signed in with two steps. */
  two_step: number
  created_date: string
  /** `null`: the client has not fetched its tokens. */
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
  /** Unix seconds; codes and refresh tokens can be used once. */
  used: number | null
  /** For codes only. */
  redirect_uri: string | null
  /** PKCE challenge; for codes only. */
  challenge: string | null
}

/** A device that waits until a person enters its code in a browser elsewhere. */
export interface OauthDeviceTable {
  id: Generated<number>
  service_id: number
  client_id: string
  client_name: string
  /** Whether the name is verified. */
  verified: number
  /** Requested scopes, separated by blanks. */
  scope: string
  /** Keyed hashes of the device code and of the user code. */
  device_hash: string
  user_hash: string
  /** Unix seconds. */
  expires: number
  /** Unix seconds of the last poll. */
  polled: number
  decision: 'none' | 'allowed' | 'denied'
}
