import type { Schema } from '@millwright/connector/openapi/openapi'
import { type Describe, listOf, members, operation, queryParameter } from '@millwright/connector/openapi/operation'
import { tokenDays, tokenScopes } from '@millwright/contract/access/token-scopes'
import { accessTokenFields } from '@millwright/contract/records/access-token'
import { recordFieldSchema } from './field-schema.ts'

const text: Schema = { type: 'string' }
const scopes: Schema = { type: 'array', items: { type: 'string', enum: [...tokenScopes] }, minItems: 1 }
const columns = Object.fromEntries(
  Object.entries(accessTokenFields).map(([name, field]) => [name, recordFieldSchema(field)] as const),
)
const token: Schema = { ...text, description: 'The token, which no other response contains.' }
const expires_in_days: Schema = { type: 'integer', minimum: 1, maximum: tokenDays.most, default: tokenDays.usual }

/** `user/access_token` (docs/wire/access-tokens.md). */
export const accessTokenOperations: Describe = (below) => ({
  [below]: {
    get: operation('getOwnAccessTokens', 'List your access tokens', {
      answer: listOf({ type: 'object', properties: columns }),
    }),
    post: operation('createOwnAccessToken', 'Create an access token', {
      body: members({ name: text, scopes, expires_in_days, current_password: text }, 'name', 'scopes'),
      answer: { type: 'object', properties: { ...columns, token }, required: ['id', 'token'] },
      status: 201,
    }),
    delete: operation('revokeOwnAccessToken', 'Revoke an access token', {
      parameters: [queryParameter('id', 'Which one.', { type: 'integer' })],
      answer: members({ id: { type: 'integer' } }, 'id'),
    }),
  },
})
