import { expect, test } from 'vitest'
import { type FailedCall, recoveryFor } from './failed-call.ts'

const failed: FailedCall = {
  path: 'system/admin',
  status: 401,
  code: 401,
  message: 'No session.',
  ignore401: false,
  signedIn: true,
  quietPage: false,
}

test.each<[string, Partial<FailedCall>, string]>([
  ['any 401', {}, 'sign-in'],
  ['an expired token', { message: 'Token has expired: refresh it.' }, 'refresh'],
  ['a 401 of the own profile', { path: 'user/profile' }, 'refresh'],
  ['a blacklisted token', { status: 403, code: 403, message: 'The token has been blacklisted' }, 'sign-in'],
  ['a 401 that only the body tells', { status: 500, message: 'x' }, 'sign-in'],
  ['a code that is a text', { status: 500, code: '401', message: 'x' }, 'sign-in'],
  ['a refusal by a role', { status: 403, code: 403, message: 'Access Forbidden.' }, 'none'],
  ['a missing record', { status: 404, code: 404 }, 'none'],
  ['a call of the session itself', { path: 'user/session' }, 'none'],
  ['a call that takes a 401 as an answer', { ignore401: true }, 'none'],
  ['nobody signed in', { signedIn: false }, 'none'],
  ['a page that speaks for itself', { quietPage: true }, 'none'],
])('%s', (_, difference, remedy) => {
  expect(recoveryFor({ ...failed, ...difference })).toBe(remedy)
})
