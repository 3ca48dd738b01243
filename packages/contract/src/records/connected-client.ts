import { datetime, id, integer, type RecordOf, string } from './field.ts'

/** A client that a person authorized to act for them at an MCP service (docs/wire/oauth.md). */
export const connectedClientFields = {
  id: id(),
  service_id: integer({ mode: 'readOnly', label: 'Service Id', nullable: false }),
  service_name: string({ mode: 'readOnly', label: 'Service', nullable: false }),
  user_id: integer({ mode: 'readOnly', label: 'User Id', nullable: false }),
  user_email: string({ mode: 'readOnly', label: 'User Email', nullable: false }),
  client_id: string({ mode: 'readOnly', label: 'Client Id', nullable: false }),
  /** As the client states it, unverified. */
  client_name: string({ mode: 'readOnly', label: 'Client', nullable: false }),
  /** Where the client is redirected to: a host, `this computer`, or the scheme of a program. */
  client_host: string({ mode: 'readOnly', label: 'Destination', nullable: false }),
  /** Granted scopes, separated by spaces. */
  scope: string({ mode: 'readOnly', label: 'Rights', nullable: false }),
  created_date: datetime({ mode: 'readOnly', label: 'Since', nullable: false }),
  /** `null` if the client has never made a request. */
  last_used_date: datetime({ mode: 'readOnly', label: 'Last Use' }),
  /** When the client has to ask for consent again. */
  expires_date: datetime({ mode: 'readOnly', label: 'Until', nullable: false }),
}

export type ConnectedClient = RecordOf<typeof connectedClientFields>

/** For how many days people can authorize a client (docs/wire/oauth.md). */
export const consentDays = [1, 7, 30, 90, 365] as const

/** `GET user/consent?request=`, or `?user_code=` as shown by a device: what a client asks the signed-in person for. */
export interface Consent {
  /** Sent back with the decision. */
  request: string
  /** The code that the requesting device has to show; `null` if the client uses this browser. */
  code: string | null
  service: { name: string; label: string }
  client: {
    /** As the client states it. */
    name: string
    /** Where the response is sent: a host, `this computer`, `a device`, or the scheme of a program. */
    destination: string
    /** The host that verifies the name; `null` if it is unverified. */
    verified_by: string | null
  }
  person: { name: string; email: string }
  /** Whether the person is an unrestricted administrator. */
  administrator: boolean
  /** The role that access is decided by; `null` if the person has none, or needs none. */
  role: string | null
  /** Scopes that can be granted; always includes `mcp:read`. */
  scopes: string[]
  days: number[]
}

/** `POST user/consent`. */
export interface ConsentDecision {
  request: string
  decision: 'allow' | 'deny'
  /** A subset of the grantable scopes. */
  scopes?: string[]
  days?: number
}
