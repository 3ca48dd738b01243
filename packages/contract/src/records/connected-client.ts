import { datetime, id, integer, type RecordOf, string } from './field.ts'

/** A client that somebody let act for them at an MCP service (docs/wire/oauth.md). */
export const connectedClientFields = {
  id: id(),
  service_id: integer({ mode: 'readOnly', label: 'Service Id', nullable: false }),
  service_name: string({ mode: 'readOnly', label: 'Service', nullable: false }),
  user_id: integer({ mode: 'readOnly', label: 'User Id', nullable: false }),
  user_email: string({ mode: 'readOnly', label: 'User Email', nullable: false }),
  client_id: string({ mode: 'readOnly', label: 'Client Id', nullable: false }),
  /** As it says itself. */
  client_name: string({ mode: 'readOnly', label: 'Client', nullable: false }),
  /** Where its answers go: a host, `this computer`, or the scheme of a program. */
  client_host: string({ mode: 'readOnly', label: 'Destination', nullable: false }),
  /** What it may do, with blanks between. */
  scope: string({ mode: 'readOnly', label: 'Rights', nullable: false }),
  created_date: datetime({ mode: 'readOnly', label: 'Since', nullable: false }),
  /** Null: it was let in and did not come. */
  last_used_date: datetime({ mode: 'readOnly', label: 'Last Use' }),
  /** When it has to ask again. */
  expires_date: datetime({ mode: 'readOnly', label: 'Until', nullable: false }),
}

export type ConnectedClient = RecordOf<typeof connectedClientFields>
