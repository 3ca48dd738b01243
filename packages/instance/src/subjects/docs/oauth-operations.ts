import { connectedClientFields } from '@millwright/contract/records/connected-client'
import { consentDays } from '@millwright/contract/wire/consent'
import { mcpScopes } from '../../gateway/ports/mcp-access.ts'
import type { Schema } from '../../gateway/ports/openapi.ts'
import { recordFieldSchema } from './field-schema.ts'
import { type Describe, listOf, members, operation, queryParameter } from './operation.ts'

const text: Schema = { type: 'string' }
const textOrNull: Schema = { type: ['string', 'null'] }
const scopes: Schema = { type: 'array', items: { type: 'string', enum: [...mcpScopes] } }
const days: Schema = { type: 'integer', enum: [...consentDays] }

const consent = members({
  request: { ...text, description: 'Goes back with the answer.' },
  code: { ...textOrNull, description: 'What the device has to show that asks.' },
  service: members({ name: text, label: text }),
  client: members({ name: text, destination: text, verified_by: textOrNull }),
  person: members({ name: text, email: text }),
  administrator: { type: 'boolean' },
  role: { ...textOrNull, description: 'By which calls are judged.' },
  scopes,
  days: { type: 'array', items: days },
})

const decision: Schema = { type: 'string', enum: ['allow', 'deny'] }

/** `user/consent` (docs/wire/oauth.md). */
export const consentOperations: Describe = (below) => ({
  [below]: {
    get: operation('getConsent', 'Read what a client asks for', {
      parameters: [
        queryParameter('request', 'What the client’s request was sent on with; or:', text),
        queryParameter('user_code', 'What a device shows.', text),
      ],
      answer: consent,
    }),
    post: operation('decideConsent', 'Allow a client what it asks for, or not', {
      body: members({ request: text, decision, scopes, days }, 'request', 'decision'),
      answer: members({ location: { ...textOrNull, description: 'Where the browser goes next.' } }, 'location'),
    }),
  },
})

const columns = Object.entries(connectedClientFields).map(([name, field]) => [name, recordFieldSchema(field)] as const)

/** `user/connected_client` (docs/wire/oauth.md). */
export const connectedClientOperations: Describe = (below) => ({
  [below]: {
    get: operation('getOwnConnectedClients', 'List one’s own connected clients', {
      answer: listOf({ type: 'object', properties: Object.fromEntries(columns) }),
    }),
    delete: operation('endOwnConnectedClient', 'End the access of one’s own client', {
      parameters: [queryParameter('id', 'Which one.', { type: 'integer' })],
      answer: members({ id: { type: 'integer' } }, 'id'),
    }),
  },
})
