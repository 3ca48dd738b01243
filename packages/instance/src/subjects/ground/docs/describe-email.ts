import type { ApiDescription, Schema } from '@millwright/connector/openapi/openapi'
import { operation, pascal, queryParameter } from '@millwright/connector/openapi/operation'

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
