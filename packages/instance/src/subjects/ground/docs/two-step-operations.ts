import type { PathItem, Schema } from '@millwright/connector/openapi/openapi'
import { members, operation, pathParameter, queryParameter } from '@millwright/connector/openapi/operation'
import { twoStepPolicies } from '@millwright/contract/wire/two-step'

type Paths = Readonly<Record<string, PathItem>>

const text: Schema = { type: 'string' }
const textOrNull: Schema = { type: ['string', 'null'] }
const whole: Schema = { type: 'integer' }
const flag: Schema = { type: 'boolean' }
const texts: Schema = { type: 'array', items: text }

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
    ...{ policy: policies, required: flag, password: flag },
    ...{ ...state, passkeys: factors, app_passwords: factors },
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
