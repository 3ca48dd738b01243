import { twoStepPolicies } from '@millwright/contract/wire/two-step'
import type { PathItem, Schema } from './openapi.ts'
import { operation, pathParameter, queryParameter } from './operation.ts'

type Paths = Readonly<Record<string, PathItem>>

const text: Schema = { type: 'string' }
const object: Schema = { type: 'object' }
const confirmation: Schema = { type: 'object', properties: { current_password: text } }
const policy: Schema = { type: 'object', properties: { policy: { type: 'string', enum: [...twoStepPolicies] } } }

/** `system/two_step` and `user/two_step` (docs/wire/two-step.md). */
export function twoStepOperations(below: string, named: string): Paths {
  return named === 'User' ? own(below) : forAll(below)
}

function forAll(below: string): Paths {
  return {
    [below]: {
      get: operation('getTwoStepPolicy', 'Read who needs a second step to sign in', { answer: policy }),
      put: operation('setTwoStepPolicy', 'Say who needs a second step to sign in', { body: policy, answer: policy }),
    },
    [`${below}/{id}`]: {
      parameters: [pathParameter('id', 'Identifier of a person.')],
      get: operation('getSecondStep', 'Read what somebody has for the second step', { answer: object }),
      delete: operation('resetSecondStep', 'Take away what somebody has for the second step', { answer: object }),
    },
  }
}

function own(below: string): Paths {
  const id = [queryParameter('id', 'Which one.', { type: 'integer' })]
  return {
    [below]: { get: operation('getOwnSecondStep', 'Read one’s own second step', { answer: object }) },
    [`${below}/one_time_code`]: {
      post: operation('beginOneTimeCode', 'Get a key for an app', { body: confirmation, answer: object }),
      put: operation('setUpOneTimeCode', 'Set the app up by a code of it', { body: object, answer: object }),
      delete: operation('removeOneTimeCode', 'Use no codes any more', { body: confirmation, answer: object }),
    },
    [`${below}/recovery_codes`]: {
      post: operation('renewRecoveryCodes', 'Get new recovery codes', { body: confirmation, answer: object }),
    },
    [`${below}/passkey`]: {
      post: operation('beginPasskey', 'Get what a browser makes a passkey by', { body: confirmation, answer: object }),
      put: operation('addPasskey', 'Add the passkey that a browser made', { body: object, answer: object }),
      patch: operation('renamePasskey', 'Rename a passkey', { parameters: id, body: object, answer: object }),
      delete: operation('removePasskey', 'Remove a passkey', { parameters: id, body: confirmation, answer: object }),
    },
    [`${below}/app_password`]: {
      post: operation('addAppPassword', 'Make a password for a program', { body: confirmation, answer: object }),
      delete: operation('removeAppPassword', 'Take a password of a program back', { parameters: id, answer: object }),
    },
  }
}
