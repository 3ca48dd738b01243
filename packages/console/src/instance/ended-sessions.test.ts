import { describe, expect, test } from 'vitest'
import { createSession } from './session.ts'
import { defaultSettings } from './settings.ts'
import { type Call, createTransport } from './transport.ts'

/** The server's successive responses: a status alone, or with the error's message and code. */
type Answer = number | { readonly status: number; readonly message: string; readonly code?: number | string }

interface Case {
  readonly answers: readonly Answer[]
  /** What the console does; `window`: it prompts the user to sign in. */
  readonly does: readonly string[]
  /** The status that the caller receives, of the response or the error. */
  readonly ends: number
  readonly call?: Partial<Call>
  readonly admin?: boolean
  readonly signedIn?: boolean
  /** Whether the user cancels the sign-in dialog. */
  readonly givesUp?: boolean
  readonly quietPage?: boolean
}

const expired = { status: 401, message: 'Token has expired: Session expired. Please refresh your token or re-login.' }
const invalid = { status: 401, message: 'Invalid token: wrong signature' }
const blacklisted = { status: 403, message: 'The token has been blacklisted' }
const forbidden = { status: 403, message: 'Access Forbidden.' }

const once = ['GET system/role']
const twice = ['GET system/role', 'GET system/role']
const refreshed = ['GET system/role', 'PUT system/admin/session', 'GET system/role']
const asked = ['GET system/role', 'window', 'GET system/role']
const refreshedOrAsked = ['GET system/role', 'PUT system/admin/session', 'window', 'GET system/role']
const profile = (kind: string) => ({ path: `${kind}/profile` })

const cases: Readonly<Record<string, Case>> = {
  'an expired token is refreshed and the call repeated': { answers: [expired, 200, 200], does: refreshed, ends: 200 },
  'a user refreshes where users do': {
    admin: false,
    answers: [expired, 200, 200],
    does: ['GET system/role', 'PUT user/session', 'GET system/role'],
    ends: 200,
  },
  'an expired token that only the body tells of is refreshed too': {
    answers: [{ ...expired, status: 500, code: 401 }, 200, 200],
    does: refreshed,
    ends: 200,
  },
  'a code that is a text counts': { answers: [{ ...invalid, status: 500, code: '401' }, 200], does: asked, ends: 200 },
  'a refresh that is refused as expired opens the window': {
    answers: [expired, expired, 200],
    does: refreshedOrAsked,
    ends: 200,
  },
  'a refresh that is refused as blacklisted opens the window': {
    answers: [expired, blacklisted, 200],
    does: refreshedOrAsked,
    ends: 200,
  },
  'a refresh that fails in any other way opens the window': {
    answers: [expired, 500, 200],
    does: refreshedOrAsked,
    ends: 200,
  },
  'a blacklisted token opens the window without a refresh': { answers: [blacklisted, 200], does: asked, ends: 200 },
  'an invalid token opens the window without a refresh': { answers: [invalid, 200], does: asked, ends: 200 },
  'a bare 401 opens the window': { answers: [401, 200], does: asked, ends: 200 },
  "any 401 of an administrator's profile is refreshed": {
    call: profile('system/admin'),
    answers: [invalid, 200, 200],
    does: ['GET system/admin/profile', 'PUT system/admin/session', 'GET system/admin/profile'],
    ends: 200,
  },
  "a blacklisted token at a user's profile is refreshed": {
    admin: false,
    call: profile('user'),
    answers: [blacklisted, 200, 200],
    does: ['GET user/profile', 'PUT user/session', 'GET user/profile'],
    ends: 200,
  },
  'giving up in the window leaves the refusal': {
    givesUp: true,
    answers: [blacklisted],
    does: ['GET system/role', 'window'],
    ends: 403,
  },
  'what is refused again after a refresh is not tried a third time': {
    answers: [expired, 200, expired],
    does: refreshed,
    ends: 401,
  },
  'what is refused again after the window is not tried a third time': {
    answers: [blacklisted, blacklisted],
    does: asked,
    ends: 403,
  },
  'a refusal by a role is the answer': { answers: [forbidden], does: once, ends: 403 },
  'a missing record is the answer': { answers: [404], does: once, ends: 404 },
  'pages that speak for themselves ask nobody to sign in': {
    quietPage: true,
    answers: [expired],
    does: once,
    ends: 401,
  },
  'a call that takes a 401 as an answer gets it': {
    call: { ignore401: true },
    answers: [expired],
    does: once,
    ends: 401,
  },
  'a wrong password opens no second window': {
    call: { verb: 'POST', path: 'user/session', body: {} },
    answers: [401],
    does: ['POST user/session'],
    ends: 401,
  },
  'ending a session that has ended opens no window': {
    call: { verb: 'DELETE', path: 'system/admin/session' },
    answers: [blacklisted],
    does: ['DELETE system/admin/session'],
    ends: 403,
  },
  'nobody signed in is asked nothing': { signedIn: false, answers: [401], does: once, ends: 401 },
  'an answer is an answer': { answers: [200], does: once, ends: 200 },
}

describe('a call to an instance', () => {
  test.each(Object.entries(cases))('%s', async (_, each) => {
    const { answers, does, ends, call, admin = true, signedIn = true, givesUp = false, quietPage = false } = each
    const left = [...answers]
    const done: string[] = []
    const session = createSession({ remembered: null, tab: null, channel: null })
    let tokens = 0
    const signIn = () => session.signIn(person(admin, ++tokens), false)
    if (signedIn) signIn()
    const { send } = createTransport({
      fetch: async (input, init) => {
        done.push(`${init?.method} ${String(input).replace('/api/v2/', '')}`)
        return response(left.shift() ?? 599, person(admin, ++tokens))
      },
      settings: defaultSettings,
      session,
      askToSignIn: async () => {
        done.push('window')
        if (!givesUp) signIn()
        return !givesUp
      },
      writeBlock: () => null,
      wrapper: () => 'resource',
      neverPrompts: () => quietPage,
    })
    const end = await send({ verb: 'GET', path: 'system/role', ...call }).catch((error) => error)
    expect({ done, status: end.status, left }).toEqual({ done: does, status: ends, left: [] })
  })
})

test('only repeats a request that fails because another one renewed the token meanwhile', async () => {
  const session = createSession({ remembered: null, tab: null, channel: null })
  session.signIn(person(true, 1), false)
  const done: string[] = []
  const { send } = createTransport({
    fetch: async (input, init) => {
      done.push(`${init?.method} ${String(input).replace('/api/v2/', '')}`)
      if (done.length > 1) return response(200, {})
      session.update({ session_token: 'token 2' })
      return response(expired, {})
    },
    settings: defaultSettings,
    session,
    askToSignIn: () => Promise.reject(new Error('must not be asked')),
    writeBlock: () => null,
    wrapper: () => 'resource',
    neverPrompts: () => false,
  })
  expect((await send({ verb: 'GET', path: 'system/role' })).status).toBe(200)
  expect(done).toEqual(twice)
})

function response(answer: Answer, body: object): Response {
  if (answer === 200) return Response.json(body)
  if (typeof answer === 'number') return Response.json({ error: { code: answer, message: 'No.' } }, { status: answer })
  const { status, message, code = status } = answer
  return Response.json({ error: { code, message } }, { status })
}

function person(is_sys_admin: boolean, number: number) {
  return {
    session_token: `token ${number}`,
    session_id: null,
    id: 1,
    name: 'Ann',
    first_name: null,
    last_name: null,
    email: 'ann@example.test',
    is_sys_admin,
    is_root_admin: false,
    last_login_date: null,
    host: '',
  }
}
