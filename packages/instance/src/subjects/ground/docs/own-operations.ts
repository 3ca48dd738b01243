import {
  bytes,
  type Describe,
  listOf,
  members,
  operation,
  pathParameter,
  queryParameter,
  type Schema,
  schemaRef,
} from '@millwright/connector/openapi'
import { profileLanguages } from '@millwright/contract/wire/session'
import {
  accessTokenOperations,
  activeSessionOperations,
  connectedClientOperations,
  consentOperations,
  twoStepOperations,
} from './account-operations.ts'
import { configOperations, configPackageOperations } from './config-operations.ts'
import { contractOperations } from './contract-operations.ts'
import { customApiComparisonOperations, customApiTestOperations } from './custom-api-operations.ts'
import { listedOperations } from './listed-operations.ts'
import {
  accessUsageOperations,
  mcpAccessOperations,
  mcpCatalogOperations,
  mcpHealthOperations,
  mcpUsageOperations,
  usageOperations,
} from './report-operations.ts'
import { queryRefs } from './shared-components.ts'

const text: Schema = { type: 'string' }
const flag: Schema = { type: 'boolean' }
const object: Schema = { type: 'object' }

const session = members({
  session_token: { type: ['string', 'null'] },
  session_id: { type: ['string', 'null'] },
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
  language: text,
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
  current_password: { type: 'string', writeOnly: true, description: 'Needed to change the email address.' },
  default_app_id: { type: ['integer', 'null'] },
  language: { type: ['string', 'null'], enum: [...profileLanguages, null] },
  oauth_provider: { type: 'string', readOnly: true },
  adldap: { type: 'string', readOnly: true },
  saml: { type: 'string', readOnly: true },
})

const withToken = members({ success: flag, session_token: text })
const logIn = queryParameter('login', 'Starts a session immediately.', flag)
const reset = queryParameter('reset', 'Mails a code to reset the password, or asks the security question.', flag)

const sessions: Describe = (below, named) => ({
  [below]: {
    get: operation(`get${named}Session`, 'Read the session', { answer: session }),
    post: operation(`login${named}`, 'Log in', {
      body: members({ email: text, username: text, password: text, remember_me: flag }, 'password'),
      answer: session,
    }),
    put: operation(`refresh${named}Session`, 'Refresh the session', { answer: session }),
    delete: operation(`logout${named}`, 'Log out', {
      answer: members({ success: flag, is_root_admin: flag, logout_url: text }),
    }),
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
      get: operation(`get${named}Profile`, 'Read your profile', { answer: profile }),
      post: operation(`create${named}Profile`, 'Update your profile (same as PATCH)', write),
      put: operation(`replace${named}Profile`, 'Update your profile (same as PATCH)', write),
      patch: operation(`update${named}Profile`, 'Change your profile', write),
    },
  }
}

const register: Describe = (below, named) => ({
  [below]: {
    post: operation(`register${named}`, 'Register an account', {
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
  [below]: {
    get: operation('getEnvironment', 'Read properties of this instance and how to log in', { answer: object }),
  },
})

const caches: Describe = (below) => ({
  [below]: {
    get: operation('getServiceCaches', 'List services with caches', {
      parameters: queryRefs('fields', 'as_list'),
      answer: { anyOf: [listOf(object), listOf(text)] },
    }),
    delete: operation('flushAllCaches', 'Flush all caches'),
  },
  [`${below}/{service}`]: {
    parameters: [pathParameter('service', 'Name of the service.')],
    delete: operation('flushServiceCache', 'Flush the cache of a service'),
  },
})

const limitCaches: Describe = (below) => ({
  [below]: {
    get: operation('getLimitCaches', 'List the usage of limits', {
      parameters: queryRefs('ids'),
      answer: listOf(object),
    }),
    delete: operation('clearLimitCaches', 'Reset limits', {
      parameters: queryRefs('ids', 'force'),
      answer: { anyOf: [listOf(object), schemaRef('Success')] },
    }),
  },
  [`${below}/{id}`]: {
    parameters: [pathParameter('id', 'Identifier of the limit.', { type: 'integer' })],
    get: operation('getLimitCache', 'Read the usage of a limit', { answer: object }),
    delete: operation('clearLimitCache', 'Reset a limit', { answer: object }),
  },
})

const emailPreview: Describe = (below) => ({
  [below]: {
    post: operation('previewEmail', 'Preview a mail template', {
      body: object,
      answer: members({ subject: text, body_text: text, body_html: text }),
    }),
  },
})

const explanation: Describe = (below) => ({
  [below]: {
    post: operation('explainAccess', 'Explain whether a request would be allowed', { body: object, answer: object }),
  },
})

const serviceChecks: Describe = (below) => ({
  [below]: {
    post: operation('checkService', 'Test the connection of unsaved service settings', {
      description: 'With `id`, for a stored service: masked secrets stand for the stored ones.',
      body: members({ id: { type: 'integer' }, type: text, config: object }),
      answer: object,
    }),
  },
})

const packages: Describe = (below) => ({
  [below]: {
    get: operation('getPackageManifest', 'List what a package can hold', { answer: object }),
    post: operation('transferPackage', 'Export a package, or import one', {
      description: 'Exports what `service` names to `storage`. A form with `files`, or `import_url`, imports.',
      parameters: [
        queryParameter('plan', 'Returns what an import would do, without changes.', flag),
        queryParameter('overwrite', 'Overwrites existing items.', flag),
      ],
      body: members({ storage: object, service: object, secured: flag, password: text, import_url: text }),
      form: members({ files: bytes, password: text }, 'files'),
      answer: object,
      orStatus: 201,
    }),
  },
})

const idOrNull: Schema = { type: ['integer', 'null'] }
const valueRow = members({
  name: text,
  value: {},
  created_date: text,
  last_modified_date: text,
  created_by_id: idOrNull,
  last_modified_by_id: idOrNull,
})
const newValues = listOf(members({ name: text, value: {} }, 'name', 'value'))

/** Custom values of a person; those of the instance are records. */
const values: Describe = (below, named) => {
  const write = { parameters: queryRefs('fields'), answer: listOf(valueRow) }
  const remove = { parameters: queryRefs('ids', 'fields'), answer: listOf(valueRow) }
  const removeOne = { parameters: queryRefs('fields'), answer: valueRow }
  const writeOne = { parameters: queryRefs('fields'), body: members({ value: {} }, 'value'), answer: valueRow }
  return {
    [below]: {
      get: operation(`get${named}Values`, 'List values', {
        parameters: queryRefs('fields', 'as_list'),
        answer: { anyOf: [listOf(valueRow), listOf(text)] },
      }),
      post: operation(`create${named}Values`, 'Create or replace values', { ...write, body: newValues, status: 201 }),
      patch: operation(`update${named}Values`, 'Change values', { ...write, body: newValues }),
      delete: operation(`delete${named}Values`, 'Delete values', remove),
    },
    [`${below}/{id}`]: {
      parameters: [pathParameter('id', 'Name of the value.')],
      get: operation(`get${named}Value`, 'Read one value', { answer: {} }),
      put: operation(`replace${named}Value`, 'Update one value (same as PATCH)', writeOne),
      patch: operation(`update${named}Value`, 'Change one value', writeOne),
      delete: operation(`delete${named}Value`, 'Delete one value', removeOne),
    },
  }
}

const constants: Describe = (below) => ({
  [below]: { get: operation('getConstants', 'List constants (always empty)', { answer: listOf({}) }) },
})

const tableImport: Describe = (below) => ({
  [below]: {
    post: operation('importTable', 'Create a table from a CSV file', {
      body: members({ import_url: text, service: text, resource: text }, 'import_url'),
      form: members({ file: bytes, service: text, resource: text }, 'file'),
      answer: members({ resource: { ...text, description: 'URL of the records of the table.' } }, 'resource'),
    }),
  },
})

/** Resources that are not rows of a table, by name. */
export const ownOperations: ReadonlyMap<string, Describe> = new Map([
  ['admin/session', sessions],
  ['session', sessions],
  ['admin/password', passwords],
  ['password', passwords],
  ['admin/profile', profiles],
  ['profile', profiles],
  ['register', register],
  ['two_step', twoStepOperations],
  ['consent', consentOperations],
  ['connected_client', connectedClientOperations],
  ['active_session', activeSessionOperations],
  ['access_token', accessTokenOperations],
  ['environment', environment],
  ['mcp_catalog', mcpCatalogOperations],
  ['mcp_usage', mcpUsageOperations],
  ['mcp_access', mcpAccessOperations],
  ['mcp_health', mcpHealthOperations],
  ['cache', caches],
  ['limit_cache', limitCaches],
  ['email_preview', emailPreview],
  ['import', tableImport],
  ['custom', values],
  ['constant', constants],
  ['access_explanation', explanation],
  ['service_check', serviceChecks],
  ['custom_api_test', customApiTestOperations],
  ['custom_api_comparison', customApiComparisonOperations],
  ['schema_contract', contractOperations],
  ['usage', usageOperations],
  ['access_usage', accessUsageOperations],
  ['package', packages],
  ['config', configOperations],
  ['config_package', configPackageOperations],
  ...listedOperations,
])
