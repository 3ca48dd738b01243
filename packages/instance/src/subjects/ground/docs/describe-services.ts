import {
  type ApiDescription,
  json,
  members,
  type Operation,
  operation,
  pascal,
  pathParameter,
  queryParameter,
  type Schema,
} from '@millwright/connector/openapi'
import { queryComponents, queryRefs } from './shared-components.ts'

const value: Schema = { description: 'Any value.' }
const byKey: Schema = { type: 'object', additionalProperties: value }
const flag: Schema = { type: 'boolean' }
const lifetime = [
  queryParameter('ttl', 'Lifetime in minutes; 0: unlimited.', { type: 'integer', minimum: 0 }),
  queryParameter('forever', 'No expiry.', flag),
]

/** Describes values by key, which are common to all cache services (docs/wire/caches.md). */
export function describeCache(service: string): ApiDescription {
  const named = pascal(service)
  const stored = { parameters: lifetime, body: value, answer: byKey }
  return {
    paths: {
      '/': {
        post: operation(`create${named}Values`, 'Store values by their keys', {
          parameters: lifetime,
          body: byKey,
          status: 201,
        }),
        put: operation(`replace${named}Values`, 'Store values by their keys', { parameters: lifetime, body: byKey }),
        patch: operation(`update${named}Values`, 'Store values by their keys', { parameters: lifetime, body: byKey }),
      },
      '/{key_name}': {
        parameters: [pathParameter('key_name', 'Key of a value.')],
        get: operation(`get${named}Value`, 'Read a value', {
          parameters: [
            queryParameter('default', 'Returned when there is no value.'),
            queryParameter('clear', 'Deletes the value.', flag),
          ],
          answer: value,
        }),
        post: operation(`create${named}Value`, 'Store a value that is not there yet', { ...stored, status: 201 }),
        put: operation(`replace${named}Value`, 'Store a value', stored),
        patch: operation(`update${named}Value`, 'Store a value', stored),
        delete: operation(`delete${named}Value`, 'Delete a value', {
          answer: { type: 'object', properties: { success: flag } },
        }),
      },
    },
    components: {},
  }
}

const queryParameters = [
  queryParameter('openapi', 'The version of OpenAPI.', { type: 'string', enum: ['3.0', '3.1'], default: '3.0' }),
  queryParameter('format', 'Format of the document.', { type: 'string', enum: ['json', 'yaml'] }),
  queryParameter('expand_schema', 'Lists paths for each table of a database.', {
    type: 'boolean',
    default: true,
  }),
  ...queryRefs('refresh', 'file'),
]
const document: Schema = { type: 'object', description: 'An OpenAPI document.' }
const names = members({ resource: { type: 'array', items: { type: 'string' } } }, 'resource')

/** Describes the API of the API documents itself (docs/wire/api-docs.md). */
export function describeDocs(): ApiDescription {
  const all = operation('getApiDocs', 'Read the document of all services', {
    parameters: [...queryParameters, ...queryRefs('as_list')],
  })
  const one = operation('getApiDoc', 'Read the document of one service', { parameters: queryParameters })
  return {
    paths: {
      '/': { get: answering(all, { anyOf: [names, document] }) },
      '/{service_name}': {
        parameters: [pathParameter('service_name', 'Name of the service.')],
        get: answering(one, document),
      },
    },
    components: queryComponents,
  }
}

function answering(baseOperation: Operation, answer: Schema): Operation {
  const content = { ...json(answer), 'application/yaml': { schema: { type: 'string' } } }
  const responses = {
    200: { description: 'The document.', content },
    304: { description: 'Not modified.' },
  }
  return { ...baseOperation, responses: { ...responses, default: baseOperation.responses.default ?? {} } }
}

const text: Schema = { type: 'string' }
const address = { $ref: '#/components/schemas/EmailAddress' }
const addresses: Schema = { anyOf: [text, address, { type: 'array', items: { anyOf: [text, address] } }] }

const request: Schema = {
  type: 'object',
  properties: {
    template: { ...text, description: 'Name of a stored template.' },
    template_id: { type: 'integer' },
    to: addresses,
    cc: addresses,
    bcc: addresses,
    subject: text,
    body_text: text,
    body_html: text,
    from_name: text,
    from_email: text,
    reply_to_name: text,
    reply_to_email: text,
    attachment: { description: 'Addresses, or files of services as {service, path}.' },
  },
  additionalProperties: { description: 'A value for {name} in subject and body.' },
}

/** Describes sending email, which is common to all email services (docs/wire/email.md). */
export function describeEmail(service: string): ApiDescription {
  return {
    paths: {
      '/': {
        get: operation(`check${pascal(service)}Server`, 'Test the login at the mail server, without sending', {
          parameters: [{ ...queryParameter('check', 'Must be true.', { type: 'boolean' }), required: true }],
        }),
        post: operation(`send${pascal(service)}Email`, 'Send a mail', {
          parameters: [
            queryParameter('template', 'Name of a stored template.'),
            queryParameter('template_id', 'Identifier of a stored template.', { type: 'integer' }),
          ],
          body: { $ref: '#/components/schemas/EmailRequest' },
          answer: { $ref: '#/components/schemas/EmailResponse' },
        }),
      },
    },
    components: {
      schemas: {
        EmailAddress: { type: 'object', properties: { name: text, email: text }, required: ['email'] },
        EmailRequest: request,
        EmailResponse: {
          type: 'object',
          properties: { count: { type: 'integer', description: 'Number of accepted messages.' } },
        },
      },
    },
  }
}
