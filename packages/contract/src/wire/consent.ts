/** Days for which people can let a client act for them (docs/wire/oauth.md). */
export const consentDays = [1, 7, 30, 90, 365] as const

/** `GET user/consent?request=`, or `?user_code=` as a device shows it: what a client asks the signed-in person for. */
export interface Consent {
  /** Returned with the answer. */
  request: string
  /** What the device has to show that asks; null: a client asks by this browser. */
  code: string | null
  service: { name: string; label: string }
  client: {
    /** As it says itself. */
    name: string
    /** Where the answer goes: a host, `this computer`, `a device`, or the scheme of a program. */
    destination: string
    /** The host that vouches for the name; null: nobody does. */
    verified_by: string | null
  }
  person: { name: string; email: string }
  /** Whether the person may do everything. */
  administrator: boolean
  /** By which calls are judged; null: the person has none, or needs none. */
  role: string | null
  /** What can be allowed: `mcp:read` always is. */
  scopes: string[]
  days: number[]
}

/** `POST user/consent`. */
export interface ConsentDecision {
  request: string
  decision: 'allow' | 'deny'
  /** Of what can be allowed. */
  scopes?: string[]
  days?: number
}
