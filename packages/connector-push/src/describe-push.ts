import type { ApiDescription, Schema } from '@millwright/connector/openapi/openapi'
import { members, operation, pascal } from '@millwright/connector/openapi/operation'

const text: Schema = { type: 'string' }
const object: Schema = { type: 'object' }
const whole: Schema = { type: 'integer' }
const devices = { token: text, tokens: { type: 'array', items: text, maxItems: 500 } } as const
const row = members({ token: text, name: text, success: { type: 'boolean' }, error: object })
const answer: Schema = { oneOf: [row, members({ resource: { type: 'array', items: row } })] }

function describePush(service: string, body: Schema): ApiDescription {
  const push = operation(`push${pascal(service)}`, 'Send a notification', {
    description: 'With several devices, the answer has a row for each, with its error if it was refused.',
    body,
    answer,
  })
  return { paths: { '/push': { post: push } }, components: {} }
}

/** Describes the API of an `apns` service (docs/wire/messages.md). */
export const describeApns = (service: string): ApiDescription =>
  describePush(
    service,
    members({
      ...devices,
      ...{ title: text, body: text, badge: whole, sound: text, aps: object, data: object, topic: text },
      ...{ push_type: text, priority: whole, collapse_id: text, expiration: whole },
    }),
  )

/** Describes the API of a `gcm` service (docs/wire/messages.md). */
export const describeFcm = (service: string): ApiDescription =>
  describePush(
    service,
    members({
      ...devices,
      ...{ topic: text, condition: text, notification: object, data: { type: 'object', additionalProperties: text } },
      ...{ android: object, apns: object, webpush: object, fcm_options: object, validate_only: { type: 'boolean' } },
    }),
  )
