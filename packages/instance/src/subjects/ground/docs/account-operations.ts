import {
  type Describe,
  listOf,
  members,
  operation,
  type PathItem,
  pathParameter,
  queryParameter,
  type Schema,
} from '@millwright/connector/openapi'
import { accessTokenFields, tokenDays, tokenScopes } from '@millwright/contract/records/access-token'
import { connectedClientFields, consentDays } from '@millwright/contract/records/connected-client'
import { twoStepPolicies } from '@millwright/contract/wire/two-step'
import { mcpScopes } from '../../../gateway/ports/mcp-endpoint.ts'
import { recordFieldSchema } from './shared-components.ts'

const text: Schema = { type: 'string' }
const textOrNull: Schema = { type: ['string', 'null'] }
const whole: Schema = { type: 'integer' }
const flag: Schema = { type: 'boolean' }
const texts: Schema = { type: 'array', items: text }

const tokenScope: Schema = { type: 'array', items: { type: 'string', enum: [...tokenScopes] }, minItems: 1 }
const tokenColumns = Object.fromEntries(
  Object.entries(accessTokenFields).map(([name, field]) => [name, recordFieldSchema(field)] as const),
)
const token: Schema = { ...text, description: 'The token, which no other response contains.' }
const expires_in_days: Schema = { type: 'integer', minimum: 1, maximum: tokenDays.most, default: tokenDays.usual }

/** `user/access_token` (docs/wire/access-tokens.md). */
export const accessTokenOperations: Describe = (below) => ({
  [below]: {
    get: operation('getOwnAccessTokens', 'List your access tokens', {
      answer: listOf({ type: 'object', properties: tokenColumns }),
    }),
    post: operation('createOwnAccessToken', 'Create an access token', {
      body: members({ name: text, scopes: tokenScope, expires_in_days, current_password: text }, 'name', 'scopes'),
      answer: { type: 'object', properties: { ...tokenColumns, token }, required: ['id', 'token'] },
      status: 201,
    }),
    delete: operation('revokeOwnAccessToken', 'Revoke an access token', {
      parameters: [queryParameter('id', 'Which one.', { type: 'integer' })],
      answer: members({ id: { type: 'integer' } }, 'id'),
    }),
  },
})

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

const clientColumns = Object.entries(connectedClientFields).map(
  ([name, field]) => [name, recordFieldSchema(field)] as const,
)

/** `user/connected_client` (docs/wire/oauth.md). */
export const connectedClientOperations: Describe = (below) => ({
  [below]: {
    get: operation('getOwnConnectedClients', 'List your connected clients', {
      answer: listOf({ type: 'object', properties: Object.fromEntries(clientColumns) }),
    }),
    delete: operation('endOwnConnectedClient', 'Revoke the access of your client', {
      parameters: [queryParameter('id', 'Which one.', { type: 'integer' })],
      answer: members({ id: { type: 'integer' } }, 'id'),
    }),
  },
})

const activeSession = members({
  id: text,
  created_date: text,
  last_seen_date: text,
  expires_date: text,
  address: textOrNull,
  user_agent: textOrNull,
  app_password: textOrNull,
  current: { ...flag, description: 'Whether it is the session of this request.' },
})

/** `user/active_session` (docs/wire/sessions.md). */
export const activeSessionOperations: Describe = (below) => ({
  [below]: {
    get: operation('getActiveSessions', 'List your sessions', { answer: listOf(activeSession) }),
    delete: operation('endActiveSessions', 'End your sessions', {
      parameters: [
        queryParameter('id', 'Which one; or:', text),
        queryParameter('others', 'All except the current one.', flag),
      ],
      answer: members({ id: text, success: flag, ended: { type: 'integer' } }),
    }),
  },
})

type Paths = Readonly<Record<string, PathItem>>

const policies: Schema = { type: 'string', enum: [...twoStepPolicies] }
const policy = members({ policy: policies }, 'policy')
const confirmation = members({ current_password: text })
/** The token with which the session continues if the one that was sent was revoked. */
const successor = { session_token: text }
const which = members({ id: whole, ...successor }, 'id')

const factor = members({ id: whole, name: text, created_date: text, last_used_date: textOrNull })
const factors: Schema = { type: 'array', items: factor }
/** State of any user; the caller's own state has additional members. */
const state = {
  one_time_code: { ...textOrNull, description: 'When one-time codes were set up.' },
  recovery_codes: { ...whole, description: 'Number of unused codes.' },
}

/** `system/two_step` and `user/two_step` (docs/wire/two-step.md). */
export function twoStepOperations(below: string, named: string): Paths {
  return named === 'User' ? own(below) : forAll(below)
}

function forAll(below: string): Paths {
  return {
    [below]: {
      get: operation('getTwoStepPolicy', 'Read who needs two-step sign-in', { answer: policy }),
      put: operation('setTwoStepPolicy', 'Set who needs two-step sign-in', { body: policy, answer: policy }),
    },
    [`${below}/{id}`]: {
      parameters: [pathParameter('id', 'Identifier of a person.', whole)],
      get: operation('getSecondStep', 'Read the second steps of a person', {
        answer: members({ id: whole, ...state, passkeys: whole, app_passwords: whole }),
      }),
      delete: operation('resetSecondStep', 'Reset the second steps of a person', {
        answer: members({ id: whole }, 'id'),
      }),
    },
  }
}

function own(below: string): Paths {
  const id = [queryParameter('id', 'Which one.', whole)]
  const ofOneself = members({
    policy: policies,
    required: flag,
    password: flag,
    ...state,
    passkeys: factors,
    app_passwords: factors,
  })
  const codes: Schema = { ...texts, description: 'Shown once, when the first second step is set up.' }
  return {
    [below]: { get: operation('getOwnSecondStep', 'Read your second steps', { answer: ofOneself }) },
    [`${below}/one_time_code`]: {
      post: operation('beginOneTimeCode', 'Get a key for an authenticator app', {
        body: confirmation,
        answer: members({ secret: text, uri: text, challenge: text, expires_in: whole }, 'secret', 'challenge'),
      }),
      put: operation('setUpOneTimeCode', 'Set up the authenticator app with one of its codes', {
        body: members({ challenge: text, code: text }, 'challenge', 'code'),
        answer: members({ success: flag, recovery_codes: codes, ...successor }),
      }),
      delete: operation('removeOneTimeCode', 'Remove one-time codes', {
        body: confirmation,
        answer: members({ success: flag, ...successor }),
      }),
    },
    [`${below}/recovery_codes`]: {
      post: operation('renewRecoveryCodes', 'Get new recovery codes', {
        body: confirmation,
        answer: members({ recovery_codes: texts }, 'recovery_codes'),
      }),
    },
    [`${below}/passkey`]: {
      post: operation('beginPasskey', 'Get the options to create a passkey with', {
        body: confirmation,
        answer: members({ challenge: text, passkey: { type: 'object' } }, 'challenge', 'passkey'),
      }),
      put: operation('addPasskey', 'Add a passkey created by the browser', {
        body: members({ challenge: text, name: text, passkey: { type: 'object' } }, 'challenge', 'name', 'passkey'),
        answer: members({ id: whole, recovery_codes: codes, ...successor }, 'id'),
      }),
      patch: operation('renamePasskey', 'Rename a passkey', {
        parameters: id,
        body: members({ id: whole, name: text }, 'name'),
        answer: which,
      }),
      delete: operation('removePasskey', 'Remove a passkey', { parameters: id, body: confirmation, answer: which }),
    },
    [`${below}/app_password`]: {
      post: operation('addAppPassword', 'Create an app password', {
        body: members({ current_password: text, name: text }, 'name'),
        answer: members({ id: whole, name: text, password: text }, 'id', 'password'),
      }),
      delete: operation('removeAppPassword', 'Revoke an app password', { parameters: id, answer: which }),
    },
  }
}
