import type { Schema } from '@millwright/connector/openapi/openapi'
import { type Describe, listOf, members, operation, queryParameter } from '@millwright/connector/openapi/operation'
import { connectedClientFields } from '@millwright/contract/records/connected-client'
import { consentDays } from '@millwright/contract/wire/consent'
import { mcpScopes } from '../../../gateway/ports/mcp-access.ts'
import { recordFieldSchema } from './field-schema.ts'

const text: Schema = { type: 'string' }
const textOrNull: Schema = { type: ['string', 'null'] }
const scopes: Schema = { type: 'array', items: { type: 'string', enum: [...mcpScopes] } }
const days: Schema = { type: 'integer', enum: [...consentDays] }

const consent = members({
  request: { ...text, description: 'Returned with the answer.' },
  code: { ...textOrNull, description: 'Code that the requesting device shows.' },
  service: members({ name: text, label: text }),
  client: members({ name: text, destination: text, verified_by: textOrNull }),
  person: members({ name: text, email: text }),
  administrator: { type: 'boolean' },
  role: { ...textOrNull, description: 'Role that applies to the requests.' },
  scopes,
  days: { type: 'array', items: days },
})

const decision: Schema = { type: 'string', enum: ['allow', 'deny'] }

/** `user/consent` (docs/wire/oauth.md). */
export const consentOperations: Describe = (below) => ({
  [below]: {
    get: operation('getConsent', 'Read the access that a client asks for', {
      parameters: [
        queryParameter('request', 'Value that the client’s request was forwarded with; or:', text),
        queryParameter('user_code', 'Code that the device shows.', text),
      ],
      answer: consent,
    }),
    post: operation('decideConsent', 'Allow or deny the access that a client asks for', {
      body: members({ request: text, decision, scopes, days }, 'request', 'decision'),
      answer: members({ location: { ...textOrNull, description: 'URL that the browser goes to next.' } }, 'location'),
    }),
  },
})

const columns = Object.entries(connectedClientFields).map(([name, field]) => [name, recordFieldSchema(field)] as const)

/** `user/connected_client` (docs/wire/oauth.md). */
export const connectedClientOperations: Describe = (below) => ({
  [below]: {
    get: operation('getOwnConnectedClients', 'List your connected clients', {
      answer: listOf({ type: 'object', properties: Object.fromEntries(columns) }),
    }),
    delete: operation('endOwnConnectedClient', 'Revoke the access of your client', {
      parameters: [queryParameter('id', 'Which one.', { type: 'integer' })],
      answer: members({ id: { type: 'integer' } }, 'id'),
    }),
  },
})
