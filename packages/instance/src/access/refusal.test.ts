import { describe, expect, it } from 'vitest'
import type { CallerUser } from '../request/caller.ts'
import { accessProblem } from './refusal.ts'
import { question, testCaller, testRole } from './test-rules.ts'

const bob: CallerUser = {
  id: 2,
  name: 'Bob',
  username: null,
  first_name: null,
  last_name: null,
  email: 'bob@example.test',
  is_sys_admin: false,
  is_root_admin: false,
  last_login_date: null,
  default_app_id: null,
}
const role = testRole([])
const inactive = testRole([], false)

const cases = [
  [
    'nothing was sent',
    {},
    400,
    'No session token (JWT) or API Key detected in request. Please send in X-DreamFactory-Session-Token and/or X-DreamFactory-API-Key request header. You can also use URL query parameters session_token and/or api_key.',
  ],
  [
    'a session without a key',
    { user: bob },
    400,
    "No API Key provided. Please provide a valid API Key using X-DreamFactory-API-Key request header or 'api_key' url query parameter.",
  ],
  [
    'a key that gives no role, known or not',
    { sentKey: true },
    400,
    "No session token (JWT) provided. Please provide a valid JWT using X-DreamFactory-Session-Token request header or 'session_token' url query parameter.",
  ],
  [
    'both, but no role',
    { sentKey: true, user: bob },
    403,
    'Access Forbidden. No role is assigned to this user for this app.',
  ],
  [
    'an inactive role',
    { sentKey: true, user: bob, role: inactive },
    403,
    'Access Forbidden. The role for this app is not active.',
  ],
  [
    'an inactive role of a guest',
    { sentKey: true, role: inactive },
    403,
    'Access Forbidden. The role for this app is not active.',
  ],
  ['a guest whose role does not allow it', { sentKey: true, role }, 401, 'Unauthorized. User is not authenticated.'],
  [
    'a person whose role does not allow it',
    { sentKey: true, user: bob, role },
    403,
    "Access Forbidden. POST access to component '_table/Items' of service 'inv' is not allowed by this user's role.",
  ],
] as const

describe('the error response to a request', () => {
  it.each(cases)('for %s', (_, values, status, message) => {
    const problem = accessProblem({ ...question(null, 'POST inv/_table/Items/'), caller: testCaller(values) })
    expect(problem).toMatchObject({ status, message, code: status, context: null })
  })

  it('names only the service if the request is for a whole service', () => {
    const caller = testCaller({ sentKey: true, user: bob, role })
    expect(accessProblem({ ...question(null, 'GET nosuch'), caller }).message).toBe(
      "Access Forbidden. GET access to service 'nosuch' is not allowed by this user's role.",
    )
  })

  it('does not ask scripts for credentials', () => {
    const problem = accessProblem({ ...question(null, 'GET inv', { requestor: 'SCRIPT' }), caller: testCaller() })
    expect(problem.message).toMatch(/^No API Key provided/)
  })
})
