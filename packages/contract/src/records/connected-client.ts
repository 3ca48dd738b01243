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
