import { listedOperations } from './listed-operations.ts'
import type { Schema } from './openapi.ts'
import { bytes, type Describe, listOf, members, operation, pathParameter, queryParameter } from './operation.ts'
import { queryRefs } from './shared-components.ts'
import { twoStepOperations } from './two-step-operations.ts'

const text: Schema = { type: 'string' }
const flag: Schema = { type: 'boolean' }
const object: Schema = { type: 'object' }

const session = members({
  session_token: { type: ['string', 'null'] },
  id: { type: 'integer' },
  name: text,
  first_name: { type: ['string', 'null'] },
  last_name: { type: ['string', 'null'] },
  email: text,
  is_sys_admin: flag,
  is_root_admin: flag,
  last_login_date: { type: ['string', 'null'] },
  token_expiry_date: text,
  role: text,
  role_id: { type: 'integer' },
  host: text,
})

const profile = members({
  username: { type: ['string', 'null'] },
  first_name: { type: ['string', 'null'] },
  last_name: { type: ['string', 'null'] },
  name: text,
  email: text,
  phone: { type: ['string', 'null'] },
  security_question: { type: ['string', 'null'] },
  security_answer: { type: 'string', writeOnly: true },
  current_password: { type: 'string', writeOnly: true, description: 'Needed to change the e-mail address.' },
  default_app_id: { type: ['integer', 'null'] },
})

const withToken = members({ success: flag, session_token: text })
const logIn = queryParameter('login', 'Begins a session at once.', flag)
const reset = queryParameter('reset', 'Mails a code for a new password, or asks the security question.', flag)

const sessions: Describe = (below, named) => ({
  [below]: {
    get: operation(`get${named}Session`, 'Read the session', { answer: session }),
    post: operation(`login${named}`, 'Log in', {
      body: members({ email: text, username: text, password: text, remember_me: flag }, 'password'),
      answer: session,
    }),
    put: operation(`refresh${named}Session`, 'Refresh the session', { answer: session }),
    delete: operation(`logout${named}`, 'Log out'),
  },
})

const passwords: Describe = (below, named) => ({
  [below]: {
    post: operation(`change${named}Password`, 'Change or reset a password', {
      parameters: [logIn, reset],
      body: members({
        email: text,
        username: text,
        old_password: text,
        new_password: text,
        code: text,
        security_answer: text,
      }),
      answer: withToken,
    }),
  },
})

const profiles: Describe = (below, named) => {
  const write = { body: profile, answer: withToken }
  return {
    [below]: {
      get: operation(`get${named}Profile`, 'Read one’s own record', { answer: profile }),
      post: operation(`create${named}Profile`, 'Change one’s own record, as PATCH does', write),
      put: operation(`replace${named}Profile`, 'Change one’s own record, as PATCH does', write),
      patch: operation(`update${named}Profile`, 'Change one’s own record', write),
    },
  }
}

const register: Describe = (below, named) => ({
  [below]: {
    post: operation(`register${named}`, 'Make an account for oneself', {
      parameters: [logIn],
      body: members(
        { email: text, first_name: text, last_name: text, name: text, new_password: text, code: text },
        'email',
      ),
      answer: withToken,
    }),
  },
})

const environment: Describe = (below) => ({
  [below]: { get: operation('getEnvironment', 'Read what this instance is and how to log in', { answer: object }) },
})

const caches: Describe = (below) => ({
  [below]: {
    get: operation('getServiceCaches', 'List services that may remember something', {
      parameters: queryRefs('fields', 'as_list'),
      answer: listOf(object),
    }),
    delete: operation('flushAllCaches', 'Forget everything that is remembered'),
  },
  [`${below}/{service}`]: {
    parameters: [pathParameter('service', 'Name of the service.')],
    delete: operation('flushServiceCache', 'Have a service forget what it remembers'),
  },
})

const limitCaches: Describe = (below) => ({
  [below]: {
    get: operation('getLimitCaches', 'List how far limits are used up', {
      parameters: queryRefs('ids'),
      answer: listOf(object),
    }),
    delete: operation('clearLimitCaches', 'Let limits begin anew', { parameters: queryRefs('ids', 'force') }),
  },
  [`${below}/{id}`]: {
    parameters: [pathParameter('id', 'Identifier of the limit.', { type: 'integer' })],
    get: operation('getLimitCache', 'Read how far a limit is used up', { answer: object }),
    delete: operation('clearLimitCache', 'Let a limit begin anew', { answer: object }),
  },
})

const emailPreview: Describe = (below) => ({
  [below]: {
    post: operation('previewEmail', 'See what a mail template makes of its names', {
      body: object,
      answer: members({ subject: text, body_text: text, body_html: text }),
    }),
  },
})

const explanation: Describe = (below) => ({
  [below]: {
    post: operation('explainAccess', 'Ask whether a call would be allowed, and why', { body: object, answer: object }),
  },
})

const packages: Describe = (below) => ({
  [below]: {
    get: operation('getPackageManifest', 'List what a package can hold', { answer: object }),
    post: operation('transferPackage', 'Export a package, or import one', {
      description: 'Exports what `service` names to `storage`. A form with `files`, or `import_url`, imports.',
      parameters: [
        queryParameter('plan', 'Answers what an import would do, and does nothing.', flag),
        queryParameter('overwrite', 'Replaces what is there already.', flag),
      ],
      body: members({ storage: object, service: object, secured: flag, password: text, import_url: text }),
      form: members({ files: bytes, password: text }, 'files'),
      answer: object,
    }),
  },
})

/** Resources that are no rows of a table, by name. */
export const ownOperations: ReadonlyMap<string, Describe> = new Map([
  ['admin/session', sessions],
  ['session', sessions],
  ['admin/password', passwords],
  ['password', passwords],
  ['admin/profile', profiles],
  ['profile', profiles],
  ['register', register],
  ['two_step', twoStepOperations],
  ['environment', environment],
  ['cache', caches],
  ['limit_cache', limitCaches],
  ['email_preview', emailPreview],
  ['access_explanation', explanation],
  ['package', packages],
  ...listedOperations,
])
